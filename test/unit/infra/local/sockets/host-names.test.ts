import { expect, it } from 'vitest';
import { ownNames } from '../../../../../infra/local/sockets/listen.ts';

const isOwn = ownNames(['service.example', '.sandboxes.example', '192.168.1.2']);

it.each([
  ...['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000'],
  ...['service.example', 'Service.example:443', 'a.sandboxes.example:3001', '192.168.1.2:3000'],
])('%s is a name of this machine, or one that was allowed', (host) => {
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
