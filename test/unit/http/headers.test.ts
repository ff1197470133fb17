import { afterEach, describe, expect, it, vi } from 'vitest';
import { getAlive } from '../../../functions/service/get-alive.ts';
import { getHealth } from '../../../functions/service/get-health.ts';
import { implement } from '../../../shared/http/endpoint.ts';
import { echo, echoEndpoint, good } from '../../support/echo.ts';
import { allowedOrigin, invoke, type TestRequest } from '../../support/invoke.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const successor = '/api/v1/echoes/{thing_id}/said/{other_id}';
const legacy = implement({ ...echoEndpoint, generation: 'legacy' as const, successor }, async () => ({ said: 'old' }));
const bad: TestRequest = { ...good, body: {} };
const from = (origin: string, request: TestRequest = good) =>
  invoke(echo(), {}, { ...request, headers: { Origin: origin } });

describe('every answer, good or bad', () => {
  it.each([
    ['good', good],
    ['bad', bad],
  ])('carries the request id, forbids caching and has security headers: %s', async (_, request) => {
    const { headers, requestId } = await invoke(echo(), {}, request);

    expect(headers).toMatchObject({
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': expect.stringContaining('max-age='),
    });
  });
});

describe('browsers', () => {
  it.each([
    ['good', good],
    ['bad', bad],
  ])('of an allowed origin may read answers and their headers: %s', async (_, request) => {
    const { headers } = await from(allowedOrigin, request);

    expect(headers['Access-Control-Allow-Origin']).toBe(allowedOrigin);
    expect(String(headers['Access-Control-Expose-Headers'])).toContain('X-Request-Id');
  });

  it.each(['https://evil.example', 'https://app.example.com.evil.example', 'null'])('of %s may not', async (origin) => {
    const { headers } = await from(origin);

    expect(headers['Access-Control-Allow-Origin']).toBeUndefined();
  });

  it('of any origin may when the stage allows all', async () => {
    vi.stubEnv('ALLOWED_ORIGINS', '*');

    expect((await from('https://any.example')).headers['Access-Control-Allow-Origin']).toBe('*');
  });

  it('of each of several origins may, and caches keep them apart', async () => {
    vi.stubEnv('ALLOWED_ORIGINS', 'https://one.example,https://two.example');

    const { headers } = await from('https://two.example');

    expect([headers['Access-Control-Allow-Origin'], headers.Vary]).toEqual(['https://two.example', 'Origin']);
  });
});

describe('the legacy generation', () => {
  it('announces its end on good and bad answers', async () => {
    vi.stubEnv('LEGACY_SUNSET', '2027-06-01');

    for (const request of [good, bad]) {
      const { headers } = await invoke(legacy, {}, request);
      expect(headers.Deprecation).toMatch(/^@\d{10}$/);
      expect(headers.Sunset).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
      expect(String(headers.Link).split(', ')).toEqual([
        '</v1/docs/migration>; rel="deprecation"; type="text/html"',
        '</v1/docs/migration>; rel="sunset"; type="text/html"',
        // Of the successor, as much as the ids of this request lead to.
        '</v1/api/v1/echoes/one/said>; rel="successor-version"',
      ]);
    }
  });

  it('lets no id break out of its link', async () => {
    const { headers } = await invoke(legacy, {}, { ...good, params: { thing_id: '>, <x' } });

    expect(String(headers.Link).split(', ').at(-1)).toBe(
      '</v1/api/v1/echoes/%3E%2C%20%3Cx/said>; rel="successor-version"',
    );
  });

  it('names no day when none is set', async () => {
    const { headers } = await invoke(legacy, {}, good);
    expect(headers).not.toHaveProperty('Sunset');
    expect(headers.Link).not.toContain('sunset');
  });

  it('repeats the detail as message in its errors', async () => {
    const { body } = await invoke(legacy, {}, bad);

    expect(body.message).toBe(body.detail);
  });

  it('is alone in all that', async () => {
    const { headers, body } = await invoke(echo(), {}, bad);

    expect(headers).not.toHaveProperty('Deprecation');
    expect(body).not.toHaveProperty('message');
  });
});

describe('the open endpoints', () => {
  it('answer JSON and plain text', async () => {
    const [alive, health] = [await invoke(getAlive, {}), await invoke(getHealth, {})];

    expect(alive.body).toEqual({ status: 'ok' });
    expect([health.text, health.headers['Content-Type']]).toEqual(['OK', 'text/plain']);
  });
});
