import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Answer, type Exchange, headerOf } from './exchange.ts';

const compress = promisify(gzip);

/** Sends an answer, with the headers that every answer of API Gateway has. @throws when a header is not valid in HTTP. */
export async function writeAnswer(response: ServerResponse, answer: Answer, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const zipped = await compressed(answer, exchange);
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  for (const [name, value] of zipped.headers) response.appendHeader(name, value);
  response.setHeader('x-amzn-RequestId', request.requestId);
  response.setHeader('x-amz-apigw-id', request.extendedRequestId);
  response.statusCode = zipped.status;
  const isBodiless = zipped.status === 204 || zipped.status === 304 || zipped.status < 200;
  if (!isBodiless) response.setHeader('Content-Length', zipped.body.length);
  response.end(isBodiless ? undefined : zipped.body);
}

async function compressed(answer: Answer, { api, request }: Exchange): Promise<Answer> {
  const minimum = api.minimumCompressionBytes;
  const accepts = /\bgzip\b/i.test(headerOf(request.headers, 'accept-encoding') ?? '');
  const isWanted = minimum !== undefined && answer.body.length >= minimum && answer.body.length > 0 && accepts;
  if (!isWanted || headerOf(answer.headers, 'content-encoding') !== undefined) return answer;
  return { ...answer, headers: [...answer.headers, ['Content-Encoding', 'gzip']], body: await compress(answer.body) };
}
