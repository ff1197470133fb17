import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isLoopback, listenersOf } from '../../../../support/listeners.ts';

/** Listens, and tells whether this process is found to be reachable there from this machine alone. */
async function foundAt(host: string): Promise<boolean | undefined> {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const found = listenersOf(process.pid).find((listener) => listener.port === port);
  return found && isLoopback(found);
}

it.runIf(process.platform === 'linux')(
  'a server on all interfaces is found, and told from one at loopback',
  async () => {
    expect([await foundAt('127.0.0.1'), await foundAt('0.0.0.0')]).toEqual([true, false]);
    const [loopback, all] = await Promise.all(['::1', '::'].map((host) => foundAt(host).catch(() => 'no IPv6')));
    expect([
      [true, false],
      ['no IPv6', 'no IPv6'],
    ]).toContainEqual([loopback, all]);
  },
);
