import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { getAlive } from '../../../functions/service/get-alive.ts';
import { getHealth } from '../../../functions/service/get-health.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { NotFoundError } from '../../../shared/platform/errors.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { allowedOrigin, invoke, type TestRequest } from '../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../support/http/memory-claim-store.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const successor = '/api/v1/echoes/{thing_id}/said/{other_id}';
const legacy = implement({ ...echoEndpoint, generation: 'legacy' as const, successor }, async () => ({ said: 'old' }));
const bad: TestRequest = { ...good, body: {} };
const from = (origin: string, request: TestRequest = good) =>
  invoke(echo(), {}, { ...request, headers: { Origin: origin } });

describe('headers of every response, good or bad', () => {
  it.each([
    ['good', good],
    ['bad', bad],
  ])('have the request id, forbid caching and include security headers: %s', async (_, request) => {
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
  ])('of an allowed origin may read responses and their headers: %s', async (_, request) => {
    const { headers } = await from(allowedOrigin, request);

    expect(headers['Access-Control-Allow-Origin']).toBe(allowedOrigin);
    expect(String(headers['Access-Control-Expose-Headers'])).toContain('X-Request-Id');
  });

  it.each(['https://evil.example', 'https://app.example.com.evil.example', 'null'])(
    'of %s may not read responses',
    async (origin) => {
      const { headers } = await from(origin);

      expect(headers['Access-Control-Allow-Origin']).toBeUndefined();
    },
  );

  it('of any origin may read responses when the stage allows all', async () => {
    vi.stubEnv('ALLOWED_ORIGINS', '*');

    expect((await from('https://any.example')).headers['Access-Control-Allow-Origin']).toBe('*');
  });

  it('of each of several origins may read responses, and caches keep them apart', async () => {
    vi.stubEnv('ALLOWED_ORIGINS', 'https://one.example,https://two.example');

    const { headers } = await from('https://two.example');

    expect([headers['Access-Control-Allow-Origin'], headers.Vary]).toEqual(['https://two.example', 'Origin']);
  });
});

describe('legacy responses', () => {
  it('announce the sunset, on success and error', async () => {
    vi.stubEnv('LEGACY_SUNSET', '2027-06-01');

    for (const request of [good, bad]) {
      const { headers } = await invoke(legacy, {}, request);
      expect(headers.Deprecation).toMatch(/^@\d{10}$/);
      expect(headers.Sunset).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
      expect(String(headers.Link).split(', ')).toEqual([
        '</v1/docs/migration>; rel="deprecation"; type="text/html"',
        '</v1/docs/migration>; rel="sunset"; type="text/html"',
        // The successor path up to the first unknown id.
        '</v1/api/v1/echoes/one/said>; rel="successor-version"',
      ]);
    }
  });

  it('let no id break out of the link header', async () => {
    const { headers } = await invoke(legacy, {}, { ...good, params: { thing_id: '>, <x' } });

    expect(String(headers.Link).split(', ').at(-1)).toBe(
      '</v1/api/v1/echoes/%3E%2C%20%3Cx/said>; rel="successor-version"',
    );
  });

  it('name no date when none is set', async () => {
    const { headers } = await invoke(legacy, {}, good);
    expect(headers).not.toHaveProperty('Sunset');
    expect(headers.Link).not.toContain('sunset');
  });

  it('repeat the detail as message in errors', async () => {
    const { body } = await invoke(legacy, {}, bad);

    expect(body.message).toBe(body.detail);
  });

  it('are the only ones with these headers and fields', async () => {
    const { headers, body } = await invoke(echo(), {}, bad);

    expect(headers).not.toHaveProperty('Deprecation');
    expect(body).not.toHaveProperty('message');
  });
});

describe('open endpoints', () => {
  it('answer JSON and plain text', async () => {
    const [alive, health] = [await invoke(getAlive, {}), await invoke(getHealth, {})];

    expect(alive.body).toEqual({ status: 'ok' });
    expect([health.text, health.headers['Content-Type']]).toEqual(['OK', 'text/plain']);
  });
});

const all = endpoints as readonly Endpoint[];

const made = {
  ...echoEndpoint,
  idempotent: true as const,
  success: { status: 201, location: '/api/things/{thing_id}/of/{id}', body: z.object({ id: z.string() }) },
} as const;

describe('Location of a created resource', () => {
  it('is a path below the stage, without a host', async () => {
    const { headers } = await invoke(
      implement(made, async () => ({ id: 'a/b c' })),
      {},
      { ...good, headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } },
    );

    expect(headers.Location).toBe('/v1/api/things/one/of/a%2Fb%20c');
  });

  it('is in the replay for an Idempotency-Key too', async () => {
    const claims = { claims: new MemoryClaimStore(), now: () => new Date() };
    const send = () =>
      invoke(
        implement(made, async () => ({ id: 'x' })),
        {},
        { ...good, claims, headers: { 'Idempotency-Key': 'once' } },
      );

    const [first, again] = [await send(), await send()];

    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(again.headers.Location).toBe(first.headers.Location);
  });

  it('is missing from errors', async () => {
    const failing = implement(made, async () => {
      throw new NotFoundError('Thing', 'a');
    });

    expect((await invoke(failing, {}, good)).headers).not.toHaveProperty('Location');
  });

  it('is declared by every endpoint with status 201, except for resources without an address', () => {
    const without = all.filter(({ success }) => success.status === 201 && success.location === undefined);

    // A queued message cannot be read; the others can only be read in their lists.
    expect(without.map(({ id }) => id).toSorted()).toEqual([
      'create-announcement',
      'create-provider-connection',
      'invite-members',
      'queue-message',
    ]);
  });

  it('is the path of an endpoint, built from fields of the response, the path and the body', () => {
    for (const { id, success, params, body } of all) {
      if (success.location === undefined) continue;
      const fields = [success.body, params, body].flatMap((schema) => namesIn(schema));
      const names = [...success.location.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

      expect([id, names.filter((name) => !fields.includes(name ?? ''))]).toEqual([id, []]);
      const shape = (path: string) => path.replace(/\?.*$/, '').replace(/\{\w+\}/g, '{}');
      expect(all.map(({ path }) => shape(path))).toContain(shape(success.location));
    }
  });
});

/** The fields of a required or optional object. */
function namesIn(schema: z.ZodType | undefined): readonly string[] {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
