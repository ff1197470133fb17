import * as z from 'zod';
import type { Functions } from '../lambda/functions.ts';
import type { Exchange, StreamedAnswer } from './exchange.ts';
import { badGateway, headersOf, notInvoked } from './function-integration.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { FunctionIntegration } from './integration.ts';
import { proxyEventOf } from './proxy-event.ts';

/** What a function that streams begins with, in JSON: the head of its answer, and then eight zeros. */
const Head = z.strictObject({
  statusCode: z.coerce.number().int().min(100).max(599).default(200),
  headers: z.record(z.string(), z.union([z.string(), z.boolean()])).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(z.union([z.string(), z.boolean()]))).nullish(),
});

const separator = Buffer.alloc(8);

/** A head that is longer than this is none. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Resolves with the head of the answer; pieces follow within the integration's time. @throws GatewayFailure */
export async function answerInPieces(
  { functionName, timeoutMilliseconds }: FunctionIntegration,
  exchange: Exchange,
  functions: Pick<Functions, 'invokeStreaming'>,
): Promise<StreamedAnswer> {
  const deadline = Date.now() + timeoutMilliseconds;
  const reader = invoke(functions, functionName, proxyEventOf(exchange))[Symbol.asyncIterator]();
  let begun = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const next = await nextWithin(reader, deadline, functionName);
    if (next === undefined) throw badGateway(`${functionName} streamed no head of an answer`);
    begun = Buffer.concat([begun, next]);
    end = begun.indexOf(separator);
    if (end < 0 && begun.length > MAX_HEAD_BYTES) throw badGateway(`${functionName} streamed no head of an answer`);
  }
  const head = Head.safeParse(parse(begun.toString('utf8', 0, end)));
  if (!head.success) throw badGateway(`${functionName} streamed a malformed head: ${z.prettifyError(head.error)}`);
  const first = begun.subarray(end + separator.length);
  return {
    status: head.data.statusCode,
    headers: headersOf(head.data, exchange),
    pieces: piecesOf(first, reader, deadline, functionName),
  };
}

async function* piecesOf(
  first: Buffer,
  reader: AsyncIterator<Buffer>,
  deadline: number,
  functionName: string,
): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first;
    for (;;) {
      const next = await nextWithin(reader, deadline, functionName);
      if (next === undefined) return;
      yield next;
    }
  } finally {
    // As on AWS, the function goes on when its client has gone.
    reader.return?.().catch(() => undefined);
  }
}

/** The next piece, or undefined at the end. */
async function nextWithin(
  reader: AsyncIterator<Buffer>,
  deadline: number,
  functionName: string,
): Promise<Buffer | undefined> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timeOut = (): void => reject(new GatewayFailure('INTEGRATION_TIMEOUT', 'Endpoint request timed out'));
  const timer = setTimeout(timeOut, Math.max(0, deadline - Date.now()));
  try {
    const { done, value } = await Promise.race([reader.next(), promise]);
    return done ? undefined : value;
  } catch (error) {
    throw error instanceof GatewayFailure ? error : badGateway(`${functionName} failed: ${String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

function invoke(functions: Pick<Functions, 'invokeStreaming'>, name: string, event: unknown): AsyncIterable<Buffer> {
  try {
    return functions.invokeStreaming(name, event);
  } catch (cause) {
    throw notInvoked(name, cause);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no head either.
    return undefined;
  }
}
