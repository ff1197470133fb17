import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { addressOf, currentKey, isExposed, openSession } from '../../../../../console/acs/session/session.ts';
import { startHttpAgent } from '../../../../support/http/http-agent.ts';

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
  const { url, requests, close } = await startHttpAgent(() => ({ status: 302, headers: { Location: '/elsewhere' } }));
  onTestFinished(close);

  const { client } = await openSession(url, () => undefined);

  await expect(currentKey(client)).rejects.toThrow(`${url} redirects to another URL`);
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/api/keys/current']));
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
])('detects whether requests to %s are sent without TLS over a network: %s', (address, exposed) => {
  expect(isExposed(address)).toBe(exposed);
});
