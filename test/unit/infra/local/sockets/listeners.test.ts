import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ownNames } from '../../../../../infra/local/sockets/listen.ts';
import { isLoopback, listenersOf } from '../../../../support/listeners.ts';

/** Listens there. @returns whether the check finds only this machine can connect */
async function foundAt(host: string): Promise<boolean | undefined> {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const found = listenersOf(process.pid).find((listener) => listener.port === port);
  return found && isLoopback(found);
}

it.runIf(process.platform === 'linux')('a server on all interfaces is found, unlike one on loopback', async () => {
  expect([await foundAt('127.0.0.1'), await foundAt('0.0.0.0')]).toEqual([true, false]);
  const [loopback, all] = await Promise.all(['::1', '::'].map((host) => foundAt(host).catch(() => 'no IPv6')));
  expect([
    [true, false],
    ['no IPv6', 'no IPv6'],
  ]).toContainEqual([loopback, all]);
});

const isOwn = ownNames(['service.example', '.sandboxes.example', '192.168.1.2']);

it.each([
  ...['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000'],
  ...['service.example', 'Service.example:443', 'a.sandboxes.example:3001', '192.168.1.2:3000'],
])('%s is a name of this machine or an allowed one', (host) => {
  expect(isOwn(host)).toBe(true);
});

it.each([
  ...[
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil-localhost',
    'evil.example.',
    '127.0.0.1.evil',
  ],
  ...['a.service.example', 'sandboxes.example', 'evilsandboxes.example', '127.0.0.2', '0.0.0.0:3000', '[::2]'],
  ...['', ':3000', 'localhost:', 'localhost:port', 'localhost:3000:1', 'evil.example@localhost', '[localhost]', '::1'],
  undefined,
])('%s is the name of another server, or none', (host) => {
  expect(isOwn(host)).toBe(false);
});
