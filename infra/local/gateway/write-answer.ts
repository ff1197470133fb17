import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { privateNetworkHeaders, REQUEST_PRIVATE_NETWORK } from '../sockets/private-network.ts';
import { type Answer, type Exchange, type GatewayRequest, headerOf, type StreamedAnswer } from './exchange.ts';

const compress = promisify(gzip);

/** Sends a response with API Gateway's own headers. @throws when a header is not valid HTTP */
export async function writeAnswer(response: ServerResponse, answer: Answer, exchange: Exchange): Promise<void> {
  const zipped = await compressed(answer, exchange);
  setHead(response, zipped, exchange);
  const isBodiless = zipped.status === 204 || zipped.status === 304 || zipped.status < 200;
  if (!isBodiless) response.setHeader('Content-Length', zipped.body.length);
  response.end(isBodiless ? undefined : zipped.body);
}

/** Sends each piece before it reads the next. @throws when the response breaks off */
export async function writePieces(response: ServerResponse, answer: StreamedAnswer, exchange: Exchange): Promise<void> {
  setHead(response, answer, exchange);
  response.flushHeaders();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for await (const piece of answer.pieces) {
    if (response.destroyed) return;
    // The wait fails only when the client has gone, which the next piece detects.
    if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  response.end();
}

function setHead(
  response: ServerResponse,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  { request }: Exchange,
): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  for (const [name, value] of headers) response.appendHeader(name, value);
  for (const [name, value] of gatewayHeaders(request)) response.setHeader(name, value);
  response.statusCode = status;
}

/** The headers that API Gateway adds to every response, and those of preflights for this machine. */
export function gatewayHeaders(request: GatewayRequest): readonly (readonly [name: string, value: string])[] {
  return [
    ['x-amzn-RequestId', request.requestId],
    ['x-amz-apigw-id', request.extendedRequestId],
    ...privateNetworkHeaders(request.method, headerOf(request.headers, REQUEST_PRIVATE_NETWORK)),
  ];
}

async function compressed(answer: Answer, { api, request }: Exchange): Promise<Answer> {
  const minimum = api.minimumCompressionBytes;
  const accepts = /\bgzip\b/i.test(headerOf(request.headers, 'accept-encoding') ?? '');
  const isWanted = minimum !== undefined && answer.body.length >= minimum && answer.body.length > 0 && accepts;
  if (!isWanted || headerOf(answer.headers, 'content-encoding') !== undefined) return answer;
  return { ...answer, headers: [...answer.headers, ['Content-Encoding', 'gzip']], body: await compress(answer.body) };
}
