import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { addressOf, currentKey, isExposed, openSession } from '../../../../../console/acs/session/session.ts';

beforeEach(() => {
  vi.stubEnv('ACS_API_KEY', 'acs_unused');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});
afterEach(() => void vi.unstubAllEnvs());

it('warns before each command that sends its key without TLS', async () => {
  const said: string[] = [];
  await openSession('https://api.example.com', (text) => said.push(text));
  await openSession('http://127.0.0.1:3000', (text) => said.push(text));
  expect(said).toEqual([]);
  await openSession('http://api.example.com', (text) => said.push(text));
  expect(said).toEqual([expect.stringContaining('http://api.example.com does not use TLS')]);
});

it('does not send the key to a redirect, and reports it', async () => {
  const asked: (readonly [url: string | undefined, key: unknown])[] = [];
  const server = createServer((request, response) => {
    asked.push([request.url, request.headers['x-session-api-key']]);
    response.writeHead(302, { Location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { client } = await openSession(address, () => undefined);

  await expect(currentKey(client)).rejects.toThrow(`${address} redirects to another URL`);
  expect(new Set(asked.map(([url]) => url))).toEqual(new Set(['/api/keys/current']));
});

it.each([
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://api.example.com/v/?a=1#b', 'https://api.example.com/v'],
])('takes %s as %s', (text, address) => {
  expect(addressOf(text)).toBe(address);
});

it.each(['localhost:3000', 'ftp://example.com', 'https://user@example.com'])('refuses %s', (text) => {
  expect(() => addressOf(text)).toThrow('--url');
});

it.each([
  ['http://api.example.com', true],
  ['https://api.example.com', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['http://localhost.example.com', true],
])('knows whether what is sent to %s can be read on the way: %s', (address, exposed) => {
  expect(isExposed(address)).toBe(exposed);
});
