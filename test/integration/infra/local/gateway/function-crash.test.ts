import { afterAll, beforeEach, expect, it } from 'vitest';
import { isRunning, startFunctions, until } from './sample-cloud.ts';

const sample = startFunctions(
  (_stack, addFunction) => {
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
  await until(() => workers().length === 2);
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
  await until(() => workers().length === 1);

  await sample.functions.crash(name);

  await until(() => workers().length === 2);
  expect(new Set(workers()).size).toBe(2);
});

it('a crash of a function that never ran changes nothing', async () => {
  await sample.functions.crash('unheard-of');
});
