import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { boundedFetch, type FetchLimits } from '../../../../shared/platform/outbound/bounded-fetch.ts';
import { resolveBySystem, type TargetRules } from '../../../../shared/platform/outbound/target.ts';
import { type Answer, startProvider } from '../../../support/git/provider-server.ts';

const rules: TargetRules = { resolve: resolveBySystem, loopback: true };
const limits: FetchLimits = { timeout: 5_000, totalTimeout: 5_000, maxRequests: 10, maxBytes: 1_000 };

let answer: Answer = {};
const server = await startProvider(() => answer);
const other = await startProvider(() => ({ body: 'other' }));
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  server.trouble = () => undefined;
  for (const { asked } of [server, other]) asked.length = 0;
});

const asking = (path = '/', changes: Partial<FetchLimits> = {}, given = rules) =>
  boundedFetch(given, { ...limits, ...changes })(`${server.url}${path}`, { headers: { authorization: 'secret' } });

describe('a bounded fetch', () => {
  it("sends the caller's request and returns the response", async () => {
    answer = { status: 201, headers: { Link: '<x>' }, body: { a: 1 } };
    const response = await boundedFetch(rules, limits)(new URL(`${server.url}/a?b=c`), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"x":1}',
    });

    expect([response.status, response.headers.get('link'), await response.json()]).toEqual([201, '<x>', { a: 1 }]);
    expect(server.asked).toMatchObject([{ method: 'POST', path: '/a', body: { x: 1 } }]);
    answer = { status: 204 };
    expect((await asking()).status).toBe(204);
  });

  it.each([
    ['https://169.254.169.254/latest/meta-data/', 'not on the public internet'],
    ['https://10.0.0.1/', 'not on the public internet'],
    ['https://[fd00::1]/', 'not on the public internet'],
    ['https://example.com:22/', 'port'],
    ['http://example.com/', 'port'],
  ])('refuses %s', async (url, why) => {
    await expect(boundedFetch(rules, limits)(url)).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining(why),
    });
  });

  it('refuses this machine where the service runs on AWS, by any name', async () => {
    const names = { ...rules, loopback: false, resolve: async () => [{ address: '127.0.0.1', family: 4 as const }] };

    await expect(asking('/', {}, names)).rejects.toMatchObject({ failure: 'refused' });
    await expect(boundedFetch(names, limits)('https://rebound.example.com/')).rejects.toMatchObject({
      failure: 'refused',
    });
    expect(server.asked).toEqual([]);
  });

  it('follows redirects of the same host, three at most', async () => {
    server.trouble = ({ path }) => (path === '/a' ? { status: 301, headers: { Location: '/b' } } : undefined);
    answer = { body: 'here' };
    expect(await (await asking('/a')).text()).toBe('here');
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['secret', 'secret']);

    server.trouble = () => ({ status: 302, headers: { Location: '/again' } });
    await expect(asking('/')).rejects.toMatchObject({ failure: 'refused', message: 'it redirects too often' });
  });

  it.each([
    ['another host', () => `${other.url}/x`],
    ['another scheme', () => server.url.replace('http:', 'https:')],
    ['the metadata of the machine', () => 'http://169.254.169.254/'],
  ])('sends no credential to %s', async (_, location) => {
    server.trouble = () => ({ status: 307, headers: { Location: location() } });

    const { status, headers } = await asking('/');
    expect([status, headers.get('location')]).toEqual([307, location()]);
    expect([server.asked.length, other.asked]).toEqual([1, []]);
  });

  it('ends one request, and all together, after their time limits', async () => {
    server.trouble = () => 'silence';
    await expect(asking('/', { timeout: 50 })).rejects.toMatchObject({ failure: 'timed_out', name: 'TimeoutError' });
    await expect(asking('/', { totalTimeout: 50 })).rejects.toMatchObject({ failure: 'timed_out' });
  });

  it('ends a DNS lookup after its time limit', async () => {
    const slow = { ...rules, resolve: () => new Promise<never>(() => undefined) };

    const never = boundedFetch(slow, { ...limits, timeout: 50 })('https://git.example.com/');
    await expect(never).rejects.toMatchObject({ failure: 'timed_out' });
  });

  it('refuses a response that is too long', async () => {
    answer = { body: 'x'.repeat(1_001) };
    await expect(asking()).rejects.toMatchObject({ failure: 'too_large' });
  });

  it('ends after its limit of requests', async () => {
    answer = { body: 'x' };
    const fetch = boundedFetch(rules, { ...limits, maxRequests: 2 });
    await fetch(server.url);
    await fetch(server.url);
    await expect(fetch(server.url)).rejects.toMatchObject({ failure: 'too_many' });
  });

  it('ends with the signal of its caller', async () => {
    server.trouble = () => 'silence';
    const reason = new Error('no more');
    const controller = new AbortController();
    const asked = boundedFetch(rules, limits)(server.url, { signal: controller.signal });
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  it('describes failures in its own words', async () => {
    server.trouble = () => 'hang up';
    await expect(asking()).rejects.toMatchObject({ failure: 'unreachable', message: 'it closed the connection' });
    const closed = await startProvider(() => ({}));
    await closed.close();
    await expect(boundedFetch(rules, limits)(closed.url)).rejects.toMatchObject({
      message: 'it refused the connection',
    });
  });
});
