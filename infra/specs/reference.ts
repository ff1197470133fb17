import type { SpecSource } from './schema.ts';

/** The project's own small agent server, for a machine without other programs. It has no image. */
export const reference: SpecSource = {
  id: 'reference',
  image: 'localhost/reference-agent:1.0.0',
  command: ['--host', '0.0.0.0', '--port', '8000'],
  cpu: 256,
  memoryMegabytes: 512,
  architecture: 'X86_64',
  workspacePath: '/workspace',
  workspaceGigabytes: 1,
  sizes: {
    min: { cpu: 256, memoryMegabytes: 512, workspaceGigabytes: 1 },
    max: { cpu: 2048, memoryMegabytes: 8192, workspaceGigabytes: 20 },
  },
  workingDir: '/workspace/project',
  initialEnv: { LOG_JSON: 'true' },
  ports: { AGENT_SERVER: 8000 },
  idleMinutes: 20,
  lifetimeMinutes: 1440,
  createdAt: '2026-11-21T00:00:00Z',
  local: {
    command: [
      ...['{node}', '{agent}', '--host', '127.0.0.1', '--port', '{port:AGENT_SERVER}'],
      ...['--workspace', '{workspace}'],
    ],
  },
  aws: false,
};
