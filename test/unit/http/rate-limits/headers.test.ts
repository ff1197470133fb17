import { beforeAll, describe, expect, it, vi } from 'vitest';
import { exposedHeaders } from '../../../../shared/http/answers/browser-headers.ts';
import { implement } from '../../../../shared/http/operation/operation.ts';
import { toContext } from '../../../../shared/http/rate-limits/rate-limit.ts';
import { serve } from '../../../../shared/http/serve/serve.ts';
import { answerInPieces } from '../../../../shared/http/serve/serve-stream.ts';
import { echo, echoEndpoint, good } from '../../../support/http/echo.ts';
import { allowedOrigin, type TestRequest } from '../../../support/http/invoke.ts';
import { MemoryAuditLog } from '../../../support/http/memory-audit-log.ts';
import { aContext, anEvent } from '../../../support/http/proxy-event.ts';
import { readList } from '../../../support/http/structured-fields.ts';

beforeAll(() => {
  vi.stubEnv('ALLOWED_ORIGINS', allowedOrigin);
  vi.spyOn(console, 'info').mockReturnValue();
});

const noAudit = () => new MemoryAuditLog();
const inTenSeconds = () => new Date(Date.now() + 10_000);

/** A request whose authorizer counted this many requests of the key in the current minute. */
function counted(used: number | null, limit = 5, request: TestRequest = good) {
  const event = anEvent(echoEndpoint, request);
  Object.assign(event.requestContext.authorizer ?? {}, toContext({ limit, used, resetAt: inTenSeconds() }));
  return event;
}

const answer = async (used: number | null, limit?: number, request?: TestRequest) =>
  serve(echo(), () => ({}), undefined, noAudit)(counted(used, limit, request), aContext('echo'));

describe('rate limit', () => {
  it.each([
    [1, 4],
    [5, 0],
  ])('is shown in the headers of a response: after %i of 5 calls, %i are left', async (used, left) => {
    const { statusCode, headers = {} } = await answer(used);

    expect(statusCode).toBe(201);
    expect(readList(String(headers['RateLimit-Policy']))).toEqual([{ value: 'default', params: { q: 5, w: 60 } }]);
    const [item] = readList(String(headers.RateLimit));
    expect(item).toEqual({ value: 'default', params: { r: left, t: expect.any(Number) } });
    expect(Number(item?.params.t)).toBeGreaterThan(0);
    expect(Number(item?.params.t)).toBeLessThanOrEqual(10);
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': '5', 'X-RateLimit-Remaining': String(left) });
    expect(Number(headers['X-RateLimit-Reset'])).toBeGreaterThan(Date.now() / 1000);
    expect(headers).not.toHaveProperty('Retry-After');
  });

  it('is shown in the headers of errors too', async () => {
    const { statusCode, headers = {} } = await answer(2, 5, { ...good, body: {} });

    expect(statusCode).toBe(422);
    expect(readList(String(headers.RateLimit))[0]?.params.r).toBe(3);
  });

  it('refuses one call more, with Retry-After and the name of the limit', async () => {
    const { statusCode, headers = {}, body } = await answer(6);

    expect(statusCode).toBe(429);
    const wait = Number(headers['Retry-After']);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(10);
    expect(readList(String(headers.RateLimit))[0]?.params).toEqual({ r: 0, t: wait });
    expect(JSON.parse(body)).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      code: 'rate_limited',
      'violated-policies': ['default'],
      retry_after_seconds: wait,
    });
  });

  it('refuses a call before the request is parsed', async () => {
    const run = vi.fn();
    const event = counted(6, 5, { ...good, body: {} });
    Object.assign(event.requestContext.authorizer ?? {}, { scopes: '' });

    const { body } = await serve(echo(run), () => ({}), undefined, noAudit)(event, aContext('echo'));

    expect(JSON.parse(body).code).toBe('rate_limited');
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses no call that could not be counted, and shows only known values', async () => {
    const { statusCode, headers = {} } = await answer(null);

    expect(statusCode).toBe(201);
    expect(headers).toHaveProperty('RateLimit-Policy');
    expect(headers).not.toHaveProperty('RateLimit');
    expect(headers).not.toHaveProperty('X-RateLimit-Remaining');
  });

  it('is shown in the head of a streamed response', async () => {
    const stream = implement({ ...echoEndpoint, stream: true as const }, async function* () {
      yield 'a';
    } as never);

    const { head } = await answerInPieces(stream, () => ({}), undefined, noAudit)(counted(3), aContext('echo'));

    expect(readList(String(head.headers?.RateLimit))[0]?.params.r).toBe(2);
  });

  it('headers may be read by scripts in browsers', async () => {
    const { headers = {} } = await answer(1, 5, { ...good, headers: { Origin: allowedOrigin } });

    const names = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    expect(exposedHeaders).toEqual(expect.arrayContaining([...names, 'Retry-After']));
    expect(String(headers['Access-Control-Expose-Headers']).split(', ')).toEqual(expect.arrayContaining(names));
  });
});
