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
  expect([ports.take(), ports.take(), ports.take(), ports.take()]).toEqual([...numbers, undefined]);
});

it('give the one that has been free for longest, and none that a task keeps', async () => {
  const { ports, numbers } = await hold(3);
  const [first, second, third] = numbers;

  expect(ports.claim(second ?? 0)).toBe(true);
  expect(ports.take()).toBe(first);
  ports.release(second ?? 0);
  ports.release(second ?? 0);

  expect([ports.take(), ports.take(), ports.take()]).toEqual([third, second, undefined]);
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
  expect([ports.take(), ports.take(), ports.take()]).toEqual([...numbers, undefined]);
});

it('lead to the sandboxes that have one where new ones get none', async () => {
  const first = await hold(1);
  await first.end();

  const { ports, numbers } = await hold(0);

  expect(numbers).toEqual(first.numbers);
  expect([ports.claim(numbers[0] ?? 0), ports.take()]).toEqual([true, undefined]);
});
