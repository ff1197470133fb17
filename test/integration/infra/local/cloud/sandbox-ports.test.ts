import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { SandboxPorts } from '../../../../../infra/local/cloud/sandbox-ports.ts';
import type { LoopbackPort } from '../../../../../infra/local/sockets/loopback-port.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();

/** Ports of a service until the end of the test. */
async function hold(count: number) {
  const held: LoopbackPort[] = [];
  const end = async () => void (await Promise.all(held.splice(0).map((port) => port.release())));
  onTestFinished(end);
  const ports = await SandboxPorts.hold({ count, file: path('sandbox-ports') }, (port) => held.push(port));
  return { ports, end, numbers: ports.all.map(({ port }) => port) };
}

/** The ports that sandboxes get, one after another. */
async function takenBy(ports: SandboxPorts, ...sandboxes: readonly string[]) {
  const taken: (number | undefined)[] = [];
  for (const sandbox of sandboxes) taken.push(await ports.take(sandbox));
  return taken;
}

async function squat(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
}

it('are held before a sandbox starts, are the same after a restart, and end at their number', async () => {
  const first = await hold(3);
  expect(new Set(first.numbers).size).toBe(3);
  await expect(squat(first.numbers[0] ?? 0)).rejects.toThrow('EADDRINUSE');
  await first.end();

  const { ports, numbers } = await hold(3);

  expect(numbers).toEqual(first.numbers);
  expect(await takenBy(ports, 'o/1', 'o/2', 'o/3', 'o/4')).toEqual([...numbers, undefined]);
});

it('give the one that has been free for longest, and none that a task keeps', async () => {
  const { ports, numbers } = await hold(3);
  const [first, second, third] = numbers;

  expect(ports.claim(second ?? 0)).toBe(true);
  expect(await ports.take('o/1')).toBe(first);
  ports.release(second ?? 0);
  ports.release(second ?? 0);

  expect(await takenBy(ports, 'o/2', 'o/3', 'o/4')).toEqual([third, second, undefined]);
});

it('belong to a sandbox over pauses and restarts, until it is deleted and another one needs a port', async () => {
  const first = await hold(2);
  const own = await first.ports.take('o/1');
  first.ports.release(own ?? 0);
  expect(await takenBy(first.ports, 'o/2', 'o/3', 'o/1')).toEqual([first.numbers[1], undefined, own]);
  await first.end();

  const { ports } = await hold(2);
  const gone = new Set(['o/1']);
  ports.use(async (sandbox) => !gone.has(sandbox));

  expect(ports.ownerOf(own ?? 0)).toBe('o/1');
  expect(await takenBy(ports, 'o/2', 'o/3', 'o/4')).toEqual([first.numbers[1], own, undefined]);
  expect(ports.ownerOf(own ?? 0)).toBe('o/3');
});

it('replace one that another program has taken meanwhile, which no task can claim', async () => {
  const first = await hold(2);
  await first.end();
  const lost = first.numbers[0] ?? 0;
  await squat(lost);

  const { ports, numbers } = await hold(2);

  expect(numbers).toEqual([first.numbers[1], expect.any(Number)]);
  expect(ports.claim(lost)).toBe(false);
  ports.release(lost);
  expect(await takenBy(ports, 'o/1', 'o/2', 'o/3')).toEqual([...numbers, undefined]);
});

it('lead to the sandboxes that have one where new ones get none', async () => {
  const first = await hold(1);
  await first.end();

  const { ports, numbers } = await hold(0);

  expect(numbers).toEqual(first.numbers);
  expect([ports.claim(numbers[0] ?? 0), await ports.take('o/1')]).toEqual([true, undefined]);
});
