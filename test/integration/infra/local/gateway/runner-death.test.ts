import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { isRunning, synthesise, until } from './sample-cloud.ts';

const sample = synthesise((_stack, addFunction) => {
  addFunction('Waiting', { source: 'setInterval(() => {}, 1000); export const handler = async () => process.pid;' });
});
afterAll(() => sample.remove());

const moduleUrl = (path: string): string => new URL(`../../../../../infra/local/${path}`, import.meta.url).href;
const runner = `
  const { loadAssembly } = await import(${JSON.stringify(moduleUrl('assembly/assembly.ts'))});
  const { createFunctions } = await import(${JSON.stringify(moduleUrl('lambda/functions.ts'))});
  const [directory, name] = process.argv.slice(1);
  const functions = createFunctions({
    assembly: loadAssembly(directory, { region: 'us-east-1', accountId: '000000000000' }),
    credentialsOf: () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }),
    awsEndpoint: () => 'http://127.0.0.1:1',
    region: 'us-east-1',
    log: console.log,
  });
  const { payload } = await functions.invoke(name, {});
  console.log('instance', payload);
`;

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'the end of the runner by %s leaves no instance of a function',
  async (signal) => {
    const args = ['--input-type=module', '-e', runner, sample.assembly.directory, sample.nameOf('Waiting')];
    const root = fileURLToPath(new URL('../../../../..', import.meta.url));
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await until(() => /instance \d+/.test(output));
    const pid = Number(/instance (\d+)/.exec(output)?.[1]);
    expect(isRunning(pid)).toBe(true);

    child.kill(signal);

    await until(() => !isRunning(pid));
  },
);
