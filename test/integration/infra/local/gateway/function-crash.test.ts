import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { isRunning, startFunctions } from './sample-cloud.ts';

const sample = startFunctions(
  (_stack, addFunction) => {
    addFunction('Waiting', {
      source: 'setInterval(() => {}, 1000); export const handler = async () => process.pid;',
    });
    addFunction('Worker', {
      source: `export const handler = async ({ hang }) => {
        if (!hang) return process.pid;
        process.stdout.write('works in ' + process.pid + '\\n');
        await new Promise(() => setInterval(() => {}, 1000));
      };`,
    });
  },
  { retryDelaysMilliseconds: [1] },
);
afterAll(() => sample.stop());
beforeEach(() => {
  sample.lines.length = 0;
});

const name = sample.nameOf('Worker');
const workers = () => sample.lines.flatMap(({ line }) => /works in (\d+)/.exec(line)?.[1] ?? []).map(Number);

it('a crash kills busy instances of a function, and spares idle ones', async () => {
  const first = sample.functions.invoke(name, { hang: true });
  const second = sample.functions.invoke(name, { hang: true });
  await eventually(() => workers().length === 2);
  const resting = (await sample.functions.invoke(name, {})).payload;

  await sample.functions.crash(name);

  for (const outcome of await Promise.all([first, second])) {
    expect(outcome.functionError?.errorMessage).toContain('SIGKILL');
  }
  expect(workers().filter(isRunning)).toEqual([]);
  expect((await sample.functions.invoke(name, {})).payload).toBe(resting);
});

it('an event whose function crashed is delivered again', async () => {
  sample.functions.invokeAsync(name, { hang: true });
  await eventually(() => workers().length === 1);

  await sample.functions.crash(name);

  await eventually(() => workers().length === 2);
  expect(new Set(workers()).size).toBe(2);
});

it('a crash of a function that never ran changes nothing', async () => {
  await sample.functions.crash('unknown');
});

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
  'a runner that is ended by %s leaves no instance of a function',
  async (signal) => {
    const args = ['--input-type=module', '-e', runner, sample.assembly.directory, sample.nameOf('Waiting')];
    const root = fileURLToPath(new URL('../../../../..', import.meta.url));
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await eventually(() => /instance \d+/.test(output));
    const pid = Number(/instance (\d+)/.exec(output)?.[1]);
    expect(isRunning(pid)).toBe(true);

    child.kill(signal);

    await eventually(() => !isRunning(pid));
  },
);
