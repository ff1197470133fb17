import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';
import type { Functions } from '../lambda/functions.ts';
import { type Answer, type Exchange, headerOf } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { FunctionIntegration } from './integration.ts';
import { matchesMediaType } from './media-types.ts';
import { proxyEventOf } from './proxy-event.ts';

const HeaderValue = z.union([z.string(), z.boolean()]);
/** All optional, but an unknown field makes a proxy response malformed, also that of a function's error. */
const ProxyResponse = z.strictObject({
  statusCode: z.coerce.number().int().min(100).max(599).default(200),
  headers: z.record(z.string(), HeaderValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(HeaderValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});
type ProxyResponse = z.infer<typeof ProxyResponse>;

/** API Gateway sets these itself; what a function gives is moved out of the way. */
const remappedHeaders = new Set(['connection', 'content-length', 'date', 'server']);

/** @throws GatewayFailure when the function fails, takes too long, or does not answer as a proxy integration must. */
export async function answerFromFunction(
  integration: FunctionIntegration,
  exchange: Exchange,
  functions: Pick<Functions, 'invoke'>,
): Promise<Answer> {
  const invocation = invoke(functions, integration.functionName, proxyEventOf(exchange));
  const outcome = await withinTime(invocation, integration.timeoutMilliseconds);
  if (outcome.functionError) {
    const { errorType, errorMessage } = outcome.functionError;
    throw badGateway(`${integration.functionName} failed: ${errorType}: ${errorMessage}`);
  }
  const response = ProxyResponse.safeParse(outcome.payload);
  if (!response.success) {
    throw badGateway(`${integration.functionName} answered malformed: ${z.prettifyError(response.error)}`);
  }
  return toAnswer(response.data, exchange);
}

async function invoke(functions: Pick<Functions, 'invoke'>, name: string, event: unknown) {
  try {
    return await functions.invoke(name, event);
  } catch (cause) {
    throw notInvoked(name, cause);
  }
}

/** What a client hears when a function did not even begin. */
export function notInvoked(name: string, cause: unknown): GatewayFailure {
  if (cause instanceof AwsError && cause.type === 'RequestTooLargeException') {
    return new GatewayFailure('REQUEST_TOO_LARGE', 'Request Too Long', { reason: cause.message, cause });
  }
  const reason = `${name} could not be invoked: ${String(cause)}`;
  return new GatewayFailure('INTEGRATION_FAILURE', 'Internal server error', { reason, cause });
}

/** The function goes on when the gateway has given up, as on AWS. */
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

export function badGateway(reason: string): GatewayFailure {
  return new GatewayFailure('DEFAULT_5XX', 'Internal server error', { status: 502, reason });
}

function toAnswer(response: ProxyResponse, exchange: Exchange): Answer {
  const headers = headersOf(response, exchange);
  const encoding = response.isBase64Encoded === true && wantsBinary(exchange) ? 'base64' : 'utf8';
  return { status: response.statusCode, headers, body: Buffer.from(response.body ?? '', encoding) };
}

/** The headers of a function's answer as clients see them. */
export function headersOf(
  response: Pick<ProxyResponse, 'headers' | 'multiValueHeaders'>,
  { request }: Exchange,
): Answer['headers'] {
  const headers = mergeHeaders(response);
  const contentType = headerOf(headers, 'content-type');
  if (contentType === undefined) headers.push(['Content-Type', 'application/json']);
  const trace = headerOf(request.headers, 'x-amzn-trace-id');
  if (trace !== undefined) headers.push(['X-Amzn-Trace-Id', trace]);
  return headers;
}

/** Values of both fields are merged; the same value in both counts once. */
function mergeHeaders({
  headers,
  multiValueHeaders,
}: Pick<ProxyResponse, 'headers' | 'multiValueHeaders'>): [string, string][] {
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

/** Base64 is decoded only for an API with binary media types, and a client that asks for one of them first. */
function wantsBinary({ api, request }: Exchange): boolean {
  const [first = ''] = (headerOf(request.headers, 'accept') ?? '').split(',');
  return api.binaryMediaTypes.some((type) => type === '*/*' || matchesMediaType(type, first.trim()));
}
