import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { answerInPieces } from '../../../shared/http/serve/serve-stream.ts';
import { NotFoundError } from '../../../shared/platform/errors.ts';
import { allowedOrigin, invokeStreamed } from '../../support/http/invoke.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';

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

beforeEach(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

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
      // The compiler would refuse it, and an operation may be wrong all the same.
      implement(archiveEndpoint, async () => 'text' as unknown as Uint8Array<ArrayBuffer>),
      {},
    );

    expect(answer.status).toBe(500);
  });
});
