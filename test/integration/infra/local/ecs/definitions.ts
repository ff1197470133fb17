import type { TaskDefinitionResource } from '../../../../../infra/local/ecs/task-definition.ts';

const base = {
  Cpu: '1024',
  Memory: '2048',
  NetworkMode: 'bridge',
  RequiresCompatibilities: ['EC2', 'FARGATE'],
  TaskRoleArn: 'arn:aws:iam::000000000000:role/task',
};

const container = {
  Name: 'agent',
  Image: 'example/agent:1',
  Essential: true,
  Environment: [
    { Name: 'FROM_DEFINITION', Value: 'definition' },
    { Name: 'OVERRIDDEN', Value: 'definition' },
  ],
  PortMappings: [
    { ContainerPort: 8000, Name: 'agent-server', Protocol: 'tcp' },
    { ContainerPort: 8001, Name: 'worker-1', Protocol: 'tcp' },
  ],
  StopTimeout: 20,
};

/** Writes its environment and arguments to its workspace, and listens on its port. */
const agent = `
const fs = require('node:fs'), http = require('node:http');
const [port, workspace] = process.argv.slice(1);
fs.appendFileSync('pids', process.pid + '\\n');
fs.writeFileSync('seen.json', JSON.stringify({ environment: process.env, arguments: process.argv.slice(1), directory: process.cwd() }));
console.log('the agent has begun');
http.createServer((_, response) => response.end(String(process.pid))).listen(Number(port), '127.0.0.1');
`;

/** Starts an app that its own process leaves behind, on a free port that it writes to a file, and its own server. */
const withApp = `${agent}
const app = "require('node:net').createServer().listen(0, '127.0.0.1', function () { require('node:fs').writeFileSync('app', String(this.address().port)) })";
require('node:child_process').spawn('sh', ['-c', '"$@" & exit', 'sh', process.execPath, '-e', app], { detached: true });
`;

const forever = 'setInterval(() => undefined, 1000)';

/** Handles SIGTERM, then writes a file to show that it does, and runs until it is stopped. */
const onSigterm = (action: string) =>
  `process.on('SIGTERM', () => ${action}); require('node:fs').writeFileSync('ready', ''); ${forever}`;

function definition(name: string, script: string, properties: Record<string, unknown> = {}): TaskDefinitionResource {
  return {
    properties: { Family: `acs-${name}`, ContainerDefinitions: [container], ...base, ...properties },
    metadata: {
      local: {
        command: ['{node}', '-e', script, '{port:AGENT_SERVER}', '{workspace}', '{root}/x', '--p={port:WORKER_1}'],
      },
    },
  };
}

const disk = { Volumes: [{ Name: 'workspace', ConfiguredAtLaunch: true }] };

/** Adds its process id to a file in its workspace, and runs until it is stopped. */
const keeper = `require('node:fs').appendFileSync('pids', process.pid + '\\n'); ${forever}`;

export const definitions: readonly TaskDefinitionResource[] = [
  definition('keeper', keeper, disk),
  definition('app', withApp),
  definition('brief', "require('node:fs').writeFileSync('brief', ''); process.exit(3)", disk),
  definition('agent', agent),
  definition('exits', 'process.exit(3)'),
  definition('waits', forever),
  definition('bounded', forever, { ContainerDefinitions: [{ ...container, Memory: 2048 }] }),
  definition('stubborn', onSigterm("console.log('no')"), { ContainerDefinitions: [{ ...container, StopTimeout: 1 }] }),
  definition('deaf', onSigterm('undefined'), { ContainerDefinitions: [{ ...container, StopTimeout: 120 }] }),
  definition('polite', onSigterm('process.exit(0)')),
  definition(
    'parent',
    `const { spawn } = require('node:child_process');
    const script = ${JSON.stringify(`process.on('SIGTERM', () => undefined); ${forever}`)};
    const inGroup = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    const daemon = spawn(process.execPath, ['-e', script], { stdio: 'ignore', detached: true });
    require('node:fs').writeFileSync('children.json', JSON.stringify([inGroup.pid, daemon.pid]));
    ${forever}`,
  ),
  definition('fargate', forever, { NetworkMode: 'awsvpc', RequiresCompatibilities: ['FARGATE'] }),
  { properties: { ...base, Family: 'acs-remote', ContainerDefinitions: [container] }, metadata: { local: false } },
  {
    properties: { ...base, Family: 'acs-openhands', ContainerDefinitions: [container] },
    metadata: {
      local: {
        command: ['agent-server', '--port', '{port:AGENT_SERVER}'],
        requires: { program: 'agent-server', install: 'pip install openhands-agent-server==1.43.1' },
      },
    },
  },
];
