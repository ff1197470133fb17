import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createFunctions, type Functions } from '../../../../../infra/local/lambda/functions.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { eventually } from '../eventually.ts';
import { isRunning, synthesise } from './sample-cloud.ts';

const sample = synthesise((_stack, addFunction) => {
  addFunction('Gated', {
    source: `import { existsSync } from 'node:fs';
      export const handler = async ({ name, gate }, { awsRequestId }) => {
        console.log('began ' + name + ' ' + awsRequestId + ' ' + process.pid);
        while (!existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5));
      };`,
    reservedConcurrentExecutions: 1,
  });
  addFunction('Failing', { source: 'export const handler = async () => { throw new Error("never"); };' });
});
afterAll(() => sample.remove());

const path = folderOfTest();
const runners: Functions[] = [];
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

const queueDirectory = () => path('queue');
const queued = () => readdirSync(queueDirectory());
const gate = () => path('gate');
const openGate = () => writeFileSync(gate(), '');

/** A runner with the queue that all runners of a test share, like a restarted service. */
function aRunner() {
  const lines: string[] = [];
  const functions = createFunctions({
    assembly: sample.assembly,
    credentialsOf: () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }),
    awsEndpoint: () => 'http://127.0.0.1:1',
    region: 'us-east-1',
    log: (_, line) => lines.push(JSON.parse(line).message),
    queueDirectory: queueDirectory(),
    retryDelaysMilliseconds: [1],
  });
  runners.push(functions);
  const began = () =>
    lines.flatMap((line) => {
      const [, name, requestId, pid] = /^began (\S+) (\S+) (\d+)$/.exec(line) ?? [];
      return name && requestId && pid ? [{ name, requestId, pid: Number(pid) }] : [];
    });
  const send = (name: string) => functions.invokeAsync(sample.nameOf('Gated'), { name, gate: gate() });
  return { functions, lines, began, send, names: () => began().map(({ name }) => name) };
}

describe('an accepted event of a function', () => {
  it('is stored until the function completes, and only the user can read it', async () => {
    const runner = aRunner();
    runner.send('one');
    await eventually(() => runner.began().length === 1);
    const [file = ''] = queued();
    expect(statSync(join(queueDirectory(), file)).mode & 0o777).toBe(0o600);

    openGate();

    await eventually(() => queued().length === 0);
  });

  it('is delivered again with the same id after the service died', async () => {
    const first = aRunner();
    for (const name of ['one', 'two', 'three']) first.send(name);
    await eventually(() => first.began().length === 1);
    await first.functions.stop();

    const second = aRunner();
    second.functions.start();
    openGate();

    await eventually(() => queued().length === 0);
    expect(second.names().toSorted()).toEqual(['one', 'three', 'two']);
    expect(second.names()[0]).toBe('one');
    expect(second.began()[0]?.requestId).toBe(first.began()[0]?.requestId);
  });

  it('is dropped when the function always fails', async () => {
    const runner = aRunner();

    runner.functions.invokeAsync(sample.nameOf('Failing'), {});

    await eventually(() => runner.lines.some((line) => /given up after 3 attempts: never/.test(line)));
    await eventually(() => queued().length === 0);
  });

  it('is dropped when the service was away for too long', async () => {
    const first = aRunner();
    first.send('old');
    await first.functions.stop();
    const file = join(queueDirectory(), queued()[0] ?? '');
    const event = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...event, acceptedAt: Date.now() - 7 * 3600_000 }));

    const second = aRunner();
    second.functions.start();

    await eventually(() => second.lines.some((line) => /given up after 0 attempts: it is too old/.test(line)));
    await eventually(() => queued().length === 0);
  });

  it('is dropped when its function no longer exists', async () => {
    const first = aRunner();
    first.send('old');
    await first.functions.stop();
    const file = join(queueDirectory(), queued()[0] ?? '');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(sample.nameOf('Gated'), 'Renamed'));

    aRunner().functions.start();

    expect(queued()).toEqual([]);
  });
});

describe('a function runner that drains', () => {
  it('lets running invocations end', async () => {
    const { functions, began, send } = aRunner();
    send('one');
    await eventually(() => began().length === 1);

    const drained = functions.drain(10_000);
    openGate();
    await drained;

    await eventually(() => queued().length === 0);
  });

  it('waits for a limited time', async () => {
    const { functions, began, send } = aRunner();
    send('one');
    await eventually(() => began().length === 1);
    const [{ pid } = { pid: 0 }] = began();

    await functions.drain(20);
    expect(isRunning(pid)).toBe(true);
    await functions.stop();

    expect(isRunning(pid)).toBe(false);
    expect(queued()).toHaveLength(1);
  });

  it('accepts events for the next runner', async () => {
    const first = aRunner();
    await first.functions.drain(1_000);
    openGate();
    first.send('late');
    await expect(first.functions.invoke(sample.nameOf('Gated'), {})).rejects.toThrow('stopped');
    await first.functions.stop();

    const second = aRunner();
    second.functions.start();

    await eventually(() => second.began().length === 1);
    expect([first.names(), second.names()]).toEqual([[], ['late']]);
  });
});
