import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { MAX_BODY_BYTES } from '../../../shared/http/request/read-body.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { answerInPieces } from '../../../shared/http/serve/serve-stream.ts';
import { AppError, NotFoundError } from '../../../shared/platform/errors.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { allowedOrigin, invoke, invokeStreamed } from '../../support/http/invoke.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';

beforeEach(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function logged(level: 'info' | 'error'): Record<string, unknown> {
  const calls = vi.mocked(console[level]).mock.calls;
  expect(calls).toHaveLength(1);
  return Object(calls[0]?.[0]);
}

const failing = (error: unknown) =>
  echo(() => {
    throw error;
  });

describe('request body', () => {
  it.each(['', 'base64'])('can begin with a byte order mark: %s', async (form) => {
    const text = `\uFEFF${JSON.stringify(good.body)}`;
    const rawBody = form === 'base64' ? Buffer.from(text).toString('base64') : text;

    const { status } = await invoke(echo(), {}, { params: good.params, rawBody, isBase64Encoded: form === 'base64' });

    expect(status).toBe(201);
  });
});

describe('request body that cannot be read', () => {
  it.each(['{', '{"name":}', 'name=ann', '{"name":"x"}}', '\u0000'])('is malformed: %s', async (rawBody) => {
    const { status, body, headers } = await invoke(echo(), {}, { params: good.params, rawBody });

    expect([status, body.code]).toEqual([400, 'malformed_request']);
    expect(body.detail).toBe('The body is not valid JSON. Check its syntax.');
    expect(headers['Content-Type']).toBe('application/problem+json');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'is refused as %s',
    async (type) => {
      const { status, body } = await invoke(echo(), {}, { ...good, headers: { 'Content-Type': type } });

      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('is refused over the size limit, counted in bytes', async () => {
    const exact = JSON.stringify({ name: 'x', anything: '' });
    const bodyOf = (bytes: number) =>
      JSON.stringify({ name: 'x', anything: 'ä'.repeat(Math.floor((bytes - exact.length) / 2)) });
    const fits = await invoke(echo(), {}, { params: good.params, rawBody: bodyOf(MAX_BODY_BYTES) });
    const tooLarge = await invoke(echo(), {}, { params: good.params, rawBody: bodyOf(MAX_BODY_BYTES + 2) });
    const encoded = Buffer.from(bodyOf(MAX_BODY_BYTES + 2)).toString('base64');
    const inBase64 = await invoke(echo(), {}, { params: good.params, rawBody: encoded, isBase64Encoded: true });

    expect([fits.status, tooLarge.status, inBase64.status]).toEqual([201, 413, 413]);
    expect(tooLarge.body.code).toBe('payload_too_large');
  });

  it('follows the size limit of its endpoint, above or below the default', async () => {
    const endpoint = defineEndpoint(() => ({ ...echoEndpoint, maxBodyBytes: 50 }));
    const small = implement(endpoint, async (_input, _: Record<string, never>) => ({ said: 1 }));
    const bodyOf = (bytes: number) => JSON.stringify({ name: 'x' }).padEnd(bytes);

    const fits = await invoke(small, {}, { params: good.params, rawBody: bodyOf(50) });
    const tooLarge = await invoke(small, {}, { params: good.params, rawBody: bodyOf(51) });

    expect([fits.status, tooLarge.status]).toEqual([201, 413]);
  });

  it('does not reach the prototype of any object', async () => {
    const { status } = await invoke(echo(), {}, { params: good.params, rawBody: '{"name":"x","__proto__":{"a":1}}' });

    expect([400, 422]).toContain(status);
  });
});

describe('failure of an operation', () => {
  it('that is expected becomes a problem with its status, and an info line', async () => {
    const answer = await invoke(failing(new NotFoundError('Thing', 'one')), {}, good);

    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'Thing one not found',
      code: 'not_found',
      request_id: answer.requestId,
    });
    expect(logged('info')).toMatchObject({ endpoint: 'echo', request_id: answer.requestId, status: 404 });
  });

  it('with a time to wait has the header Retry-After', async () => {
    const busy = new AppError('unavailable', 'busy', { extensions: { retry_after_seconds: 5 } });

    const { status, headers, body } = await invoke(failing(busy), {}, good);

    expect([status, headers['Retry-After'], body.retry_after_seconds]).toEqual([503, '5', 5]);
  });

  it('that is unexpected shows nothing of its cause, which is logged', async () => {
    const answer = await invoke(failing(new Error('password=hunter2', { cause: new Error('deep') })), {}, good);

    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    expect(answer.text).not.toContain('hunter2');
    expect(logged('error')).toMatchObject({
      endpoint: 'echo',
      request_id: answer.requestId,
      error: { cause: { message: 'password=hunter2', cause: { message: 'deep' } } },
    });
  });

  it.each([undefined, null, 'text', 7])('may be no error object: %s', async (thrown) => {
    expect((await invoke(failing(thrown), {}, good)).status).toBe(500);
  });
});

describe('response', () => {
  it('loses fields outside the contract', async () => {
    const { body } = await invoke(
      echo(() => ({ said: 1, owner_id: 'ann' })),
      {},
      good,
    );

    expect(body).toEqual({ said: 1 });
  });

  it('that violates the contract becomes a 500, logged with the request', async () => {
    const answer = await invoke(
      echo(() => 'nothing'),
      {},
      good,
    );

    expect(answer.status).toBe(500);
    expect(logged('error')).toMatchObject({
      request_id: answer.requestId,
      error: { cause: { message: 'the response of echo does not match its contract' } },
    });
  });
});

describe('wiring', () => {
  it('runs once, on the first valid request', async () => {
    let wired = 0;
    const handler = serve(echo(), () => {
      wired += 1;
      return {};
    });
    const context = { getRemainingTimeInMillis: () => 1000 } as Parameters<typeof handler>[1];
    await handler(anEvent(echoEndpoint, { params: good.params, body: {} }), context);
    expect(wired).toBe(0);

    await handler(anEvent(echoEndpoint, good), context);
    await handler(anEvent(echoEndpoint, good), context);

    expect(wired).toBe(1);
  });

  it('never runs an operation with an API key without an owner', async () => {
    const event = anEvent(echoEndpoint, good);
    const context = { getRemainingTimeInMillis: () => 1000 } as Parameters<ReturnType<typeof serve>>[1];

    const { statusCode } = await serve(echo(), () => ({}))(
      { ...event, requestContext: { ...event.requestContext, authorizer: null } },
      context,
    );

    expect(statusCode).toBe(500);
  });
});

const common = {
  area: 'service',
  method: 'GET',
  summary: 'Answer piece by piece',
  access: 'open',
  generation: 'v1',
  errors: ['not_found'],
} as const;

const piecesEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'get-pieces',
  path: '/pieces',
  stream: true,
  success: { status: 200, body: z.array(z.int()), headers: { 'X-Pieces': 'yes' } },
}));

const archiveEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'get-archive',
  path: '/archive',
  success: { status: 200, body: z.instanceof(Uint8Array), contentType: 'application/zip' },
}));

const pieces = (make: () => AsyncIterable<string | Uint8Array>) =>
  implement(piecesEndpoint, async (_input, _: Record<string, never>) => make());

describe('streamed response', () => {
  it('has the headers of every response, and its parts in order', async () => {
    const operation = pieces(async function* () {
      yield '[1';
      yield new TextEncoder().encode(',2');
      yield ']';
    });

    const { status, headers, body, requestId } = await invokeStreamed(
      operation,
      {},
      { headers: { Origin: allowedOrigin } },
    );

    expect(status).toBe(200);
    expect(body).toEqual([1, 2]);
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Pieces': 'yes',
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': allowedOrigin,
    });
  });

  it('sends each part before the next is produced', async () => {
    const made: string[] = [];
    const operation = pieces(async function* () {
      for (const piece of ['[', '1', ']']) {
        made.push(piece);
        yield piece;
      }
    });
    const answer = answerInPieces(operation, () => ({}));

    const reader = (await answer(anEvent(piecesEndpoint), aContext('get-pieces'))).pieces[Symbol.asyncIterator]();

    expect(await reader.next()).toEqual({ done: false, value: '[' });
    expect(made).toEqual(['[']);
    expect(await reader.next()).toEqual({ done: false, value: '1' });
    expect(made).toEqual(['[', '1']);
  });

  it('may have no parts', async () => {
    const { status, text } = await invokeStreamed(
      implement(
        defineEndpoint(() => ({
          ...piecesEndpoint,
          success: { status: 200, body: z.string(), contentType: 'text/plain' },
        })),
        async () => (async function* () {})(),
      ),
      {},
    );

    expect([status, text]).toEqual([200, '']);
  });

  it('becomes a problem when it fails before its first part', async () => {
    const beforeIt = implement(piecesEndpoint, async () => {
      throw new NotFoundError('Thing', 'one');
    });
    const withIt = pieces(async function* () {
      yield* [];
      throw new NotFoundError('Thing', 'one');
    });

    for (const operation of [beforeIt, withIt]) {
      const { status, body, headers } = await invokeStreamed(operation, {});
      expect([status, body.code, headers['Content-Type']]).toEqual([404, 'not_found', 'application/problem+json']);
    }
  });

  it('breaks off when it fails later', async () => {
    const operation = pieces(async function* () {
      yield '[1';
      throw new Error('late');
    });

    await expect(invokeStreamed(operation, {})).rejects.toThrow('late');
  });

  it('lets the operation release its resources when the client stops reading', async () => {
    let isOver = false;
    const operation = pieces(async function* () {
      try {
        yield '[1';
        yield ']';
      } finally {
        isOver = true;
      }
    });
    const answer = answerInPieces(operation, () => ({}));

    for await (const _ of (await answer(anEvent(piecesEndpoint), aContext('get-pieces'))).pieces) break;

    expect(isOver).toBe(true);
  });
});

describe('binary response', () => {
  it('arrives unchanged', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

    const answer = await invokeStreamed(
      implement(archiveEndpoint, async () => bytes),
      {},
    );

    expect([answer.status, answer.headers['Content-Type']]).toEqual([200, 'application/zip']);
    expect(new Uint8Array(answer.bytes)).toEqual(bytes);
  });

  it('that is not binary violates the contract', async () => {
    const answer = await invokeStreamed(
      // The compiler refuses it, but an operation can still be wrong.
      implement(archiveEndpoint, async () => 'text' as unknown as Uint8Array<ArrayBuffer>),
      {},
    );

    expect(answer.status).toBe(500);
  });
});
