import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';
import type { Functions } from '../lambda/functions.ts';
import { type Answer, type Exchange, headerOf, matchesMediaType, type StreamedAnswer } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { FunctionIntegration } from './integration.ts';
import { proxyEventOf } from './proxy-event.ts';

const HeaderValue = z.union([z.string(), z.boolean()]);
/** All fields are optional, but an unknown one makes a response malformed, even that of a function's error. */
const ProxyResponse = z.strictObject({
  statusCode: z.coerce.number().int().min(100).max(599).default(200),
  headers: z.record(z.string(), HeaderValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(HeaderValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});
type ProxyResponse = z.infer<typeof ProxyResponse>;
type Headers = Pick<ProxyResponse, 'headers' | 'multiValueHeaders'>;

/** API Gateway sets these headers itself, and renames those of a function. */
const remappedHeaders = new Set(['connection', 'content-length', 'date', 'server']);

/** @throws GatewayFailure when the function fails, takes too long, or returns a malformed response */
export async function answerFromFunction(
  integration: FunctionIntegration,
  exchange: Exchange,
  functions: Pick<Functions, 'invoke'>,
): Promise<Answer> {
  const { functionName } = integration;
  const invocation = functions.invoke(functionName, proxyEventOf(exchange)).catch((cause: unknown) => {
    throw notInvoked(functionName, cause);
  });
  const outcome = await withinTime(invocation, integration.timeoutMilliseconds);
  if (outcome.functionError) {
    const { errorType, errorMessage } = outcome.functionError;
    throw badGateway(`${functionName} failed: ${errorType}: ${errorMessage}`);
  }
  const response = ProxyResponse.safeParse(outcome.payload);
  if (!response.success) {
    throw badGateway(`${functionName} returned a malformed response: ${z.prettifyError(response.error)}`);
  }
  return toAnswer(response.data, exchange);
}

/** The failure of a function that did not start. */
function notInvoked(name: string, cause: unknown): GatewayFailure {
  if (cause instanceof AwsError && cause.type === 'RequestTooLargeException') {
    return new GatewayFailure('REQUEST_TOO_LARGE', 'Request Too Long', { reason: cause.message, cause });
  }
  const reason = `${name} could not be invoked: ${String(cause)}`;
  return new GatewayFailure('INTEGRATION_FAILURE', 'Internal server error', { reason, cause });
}

/** As on AWS, the function keeps running after the gateway has given up. */
async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new GatewayFailure('INTEGRATION_TIMEOUT', 'Endpoint request timed out')),
    milliseconds,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function badGateway(reason: string): GatewayFailure {
  return new GatewayFailure('DEFAULT_5XX', 'Internal server error', { status: 502, reason });
}

function toAnswer(response: ProxyResponse, exchange: Exchange): Answer {
  const headers = headersOf(response, exchange);
  const encoding = response.isBase64Encoded === true && wantsBinary(exchange) ? 'base64' : 'utf8';
  return { status: response.statusCode, headers, body: Buffer.from(response.body ?? '', encoding) };
}

/** The headers of a function's response as clients see them. */
function headersOf(response: Headers, { request }: Exchange): Answer['headers'] {
  const headers = mergeHeaders(response);
  if (headerOf(headers, 'content-type') === undefined) headers.push(['Content-Type', 'application/json']);
  const trace = headerOf(request.headers, 'x-amzn-trace-id');
  if (trace !== undefined) headers.push(['X-Amzn-Trace-Id', trace]);
  return headers;
}

/** Merges both fields. A value that is in both counts once. */
function mergeHeaders({ headers, multiValueHeaders }: Headers): [string, string][] {
  const merged: [string, string][] = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, String(value)]),
  );
  for (const [name, value] of Object.entries(headers ?? {})) {
    const isThere = merged.some(
      ([other, otherValue]) => other.toLowerCase() === name.toLowerCase() && otherValue === String(value),
    );
    if (!isThere) merged.push([name, String(value)]);
  }
  return merged
    .filter(([name]) => name.toLowerCase() !== 'transfer-encoding')
    .map(([name, value]) => [remappedHeaders.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name, value]);
}

/** Decodes base64 only for an API with binary media types, and a client that prefers one of them. */
function wantsBinary({ api, request }: Exchange): boolean {
  const [first = ''] = (headerOf(request.headers, 'accept') ?? '').split(',');
  return api.binaryMediaTypes.some((type) => type === '*/*' || matchesMediaType(type, first.trim()));
}

/** The JSON with which a streaming function begins: the head of its response. Eight zero bytes follow. */
const Head = ProxyResponse.omit({ body: true, isBase64Encoded: true });

const separator = Buffer.alloc(8);

const MAX_HEAD_BYTES = 64 * 1024;

/** Resolves with the head of the response. Pieces follow until the integration times out. @throws GatewayFailure */
export async function answerInPieces(
  { functionName, timeoutMilliseconds }: FunctionIntegration,
  exchange: Exchange,
  functions: Pick<Functions, 'invokeStreaming'>,
): Promise<StreamedAnswer> {
  const deadline = Date.now() + timeoutMilliseconds;
  const reader = invokeStreaming(functions, functionName, proxyEventOf(exchange))[Symbol.asyncIterator]();
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
    // As on AWS, the function keeps running after its client has gone.
    reader.return?.().catch(() => undefined);
  }
}

/** The next piece; undefined at the end. */
async function nextWithin(
  reader: AsyncIterator<Buffer>,
  deadline: number,
  functionName: string,
): Promise<Buffer | undefined> {
  try {
    const { done, value } = await withinTime(reader.next(), Math.max(0, deadline - Date.now()));
    return done ? undefined : value;
  } catch (error) {
    throw error instanceof GatewayFailure ? error : badGateway(`${functionName} failed: ${String(error)}`);
  }
}

function invokeStreaming(
  functions: Pick<Functions, 'invokeStreaming'>,
  name: string,
  event: unknown,
): AsyncIterable<Buffer> {
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
    // Text that is not JSON is not a head.
    return undefined;
  }
}
