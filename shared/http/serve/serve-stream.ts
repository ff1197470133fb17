import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { AuditLog } from '../../domain/accounts/audit/audit-log.ts';
import type { Privacy } from '../../domain/accounts/privacy/dynamo-privacy.ts';
import { EVENT_STREAM } from '../../platform/event-stream.ts';
import { log } from '../../platform/log.ts';
import type { Granted } from '../../rights/index.ts';
import type { ClaimDeps } from '../idempotency/attempt.ts';
import { Content, JsonPieces, type Operation } from '../operation/operation.ts';
import { throughMiddlewares } from './serve.ts';

type Piece = string | Uint8Array;

/** A response whose status and headers are known, and whose body is a stream. */
export interface StreamedAnswer {
  readonly head: { readonly statusCode: number; readonly headers: APIGatewayProxyResult['headers'] };
  readonly pieces: AsyncIterable<Piece>;
}

/**
 * Makes the Lambda handler of an endpoint with a streamed or binary response. A failure before the first piece is a
 * problem detail. A later failure, when the status has been sent, closes the connection, so that clients notice the
 * incomplete response.
 */
export function serveStream<E extends Endpoint, D>(
  operation: Operation<E, D>,
  wire: (granted: Granted<E['id']>) => D,
  claims?: (granted: Granted<E['id']>) => ClaimDeps,
) {
  const answer = answerInPieces(operation, wire, claims);
  const handler = async (
    event: APIGatewayProxyEvent,
    response: awslambda.HttpResponseStream,
    context: Context,
  ): Promise<void> => {
    const { head, pieces } = await answer(event, context);
    const body = awslambda.HttpResponseStream.from(response, { ...head });
    // The first write sends the head: the stream can be empty.
    body.write('');
    try {
      await pipeline(Readable.from(pieces, { objectMode: false }), body);
    } catch (error) {
      log.error('streamed response failed after its first piece', {
        endpoint: operation.endpoint.id,
        request_id: event.requestContext.requestId,
        error,
      });
      throw error;
    }
  };
  // Only Lambda has this function. The SDK creates an object of the same name.
  const streams = typeof awslambda !== 'undefined' && 'streamifyResponse' in awslambda;
  return streams ? awslambda.streamifyResponse(handler) : handler;
}

/** `serveStream` without Lambda. */
export function answerInPieces<E extends Endpoint, D>(
  operation: Operation<E, D>,
  wire: (granted: Granted<E['id']>) => D,
  claims?: (granted: Granted<E['id']>) => ClaimDeps,
  audit?: () => AuditLog,
  privacy?: () => Privacy,
) {
  const { status, contentType = 'application/json', headers: own = {}, events } = operation.endpoint.success;
  const pieces = new WeakMap<APIGatewayProxyEvent, AsyncIterable<Piece>>();
  const answer = throughMiddlewares(
    operation,
    wire,
    async (result, event) => {
      const content = result instanceof Content ? result : undefined;
      const streamed = content ?? (result instanceof JsonPieces ? result : undefined);
      pieces.set(event, await begun(operation.endpoint, streamed?.pieces ?? result));
      const type = events && isIterable(result) ? EVENT_STREAM : contentType;
      const headers = { 'Content-Type': type, ...own, ...content?.headers };
      return { statusCode: content?.status ?? status, headers, body: '' };
    },
    claims,
    audit,
    privacy,
  );
  return async (event: APIGatewayProxyEvent, context: Context): Promise<StreamedAnswer> => {
    const { statusCode, headers, body } = await answer(event, context);
    return { head: { statusCode, headers }, pieces: pieces.get(event) ?? only(body) };
  };
}

/** Waits for the first piece: until then, a failure can still change the status. */
async function begun(endpoint: Endpoint, result: unknown): Promise<AsyncIterable<Piece>> {
  if (!isIterable(result)) {
    const parsed = endpoint.success.body.safeParse(result);
    if (parsed.success && parsed.data instanceof Uint8Array) return only(parsed.data);
    if (parsed.success && endpoint.success.events) return only(JSON.stringify(parsed.data));
    throw new Error(`the response of ${endpoint.id} does not match its contract`, { cause: parsed.error });
  }
  const iterator = result[Symbol.asyncIterator]();
  const first = await iterator.next();
  return continued(first, iterator);
}

/**
 * The first piece, and then the rest. The reader can stop early, for example when the client disconnects. It can also
 * stop before it has asked for anything: a generator would then not notice.
 */
function continued(first: IteratorResult<Piece>, iterator: AsyncIterator<Piece>): AsyncIterableIterator<Piece> {
  let unread: IteratorResult<Piece> | undefined = first;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const next = unread ?? (await iterator.next());
      unread = undefined;
      return next;
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}

async function* only(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

function isIterable(result: unknown): result is AsyncIterable<Piece> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}
