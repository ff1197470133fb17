import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { constructStack } from '@smithy/core/client';
import { getRetryPlugin, StandardRetryStrategy } from '@smithy/core/retry';
import { HttpRequest, type HttpResponse } from '@smithy/core/transport';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type {
  DeserializeMiddleware,
  FinalizeRequestMiddleware,
  MiddlewareStack,
  SerializeMiddleware,
} from '@smithy/types';
import { requireEnv } from '../../env.ts';
import { configuredEndpoint, type Service } from './endpoint.ts';
import { OneShotSha256 } from './one-shot-sha256.ts';

/** A call, with its input in the service's JSON format. */
interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A response in the service's JSON format. */
interface Answer {
  readonly $metadata: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

type Stack = MiddlewareStack<Call, Answer>;

/** The HTTP handler, with its timeouts. */
export interface Limits {
  readonly requestHandler?: Parameters<typeof NodeHttpHandler.create>[0];
}

/** A service with one of AWS's JSON protocols: each call is a POST that names the operation in a header. */
export interface JsonService {
  readonly name: Service;
  /** Of `X-Amz-Target`, before the name of the operation. */
  readonly target: string;
  readonly contentType: `application/x-amz-json-1.${0 | 1}`;
  readonly retries: { readonly maxAttempts: number; readonly baseDelay: number };
  errorOf(status: number, text: string, metadata: Answer['$metadata']): Error;
}

/**
 * The part of the SDK's client middleware that a call from a function needs. Most functions serve few requests, so
 * their code runs uncompiled and each step is slow. This leaves out the resolution of endpoint and signer before each
 * call, walks through schemas, and logs: their result is always the same.
 */
function middlewareOf(service: JsonService): Stack {
  const { retries } = service;
  const stack: Stack = constructStack();
  stack.add(serializer(service), { name: 'serializerMiddleware', step: 'serialize' });
  const strategy = new StandardRetryStrategy(retries);
  const plugin = getRetryPlugin({ retryStrategy: async () => strategy, maxAttempts: async () => retries.maxAttempts });
  stack.use(plugin);
  stack.add(signer(service), { name: 'signingMiddleware', step: 'finalizeRequest' });
  stack.add(deserializer(service), { name: 'deserializerMiddleware', step: 'deserialize' });
  return stack;
}

export function senderOf(service: JsonService, limits: Limits) {
  const handler = NodeHttpHandler.create(limits.requestHandler);
  const send = middlewareOf(service).resolve(({ request }) => handler.handle(request as HttpRequest), {});
  return {
    send: (call: Call) => send({ input: call }),
    connect: () => connect(service, handler),
    close: () => handler.destroy?.(),
  };
}

/** An unsigned `GET /` needs no permission: DynamoDB responds that it is healthy. */
async function connect({ name }: JsonService, handler: ReturnType<typeof NodeHttpHandler.create>): Promise<void> {
  const { protocol, hostname, port, host } = configuredEndpoint(name);
  const place = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) };
  const { response } = await handler.handle(new HttpRequest({ ...place, method: 'GET', path: '/', headers: { host } }));
  // Frees the connection.
  await textOf(response.body);
}

function serializer({ name, target, contentType }: JsonService): SerializeMiddleware<Call, Answer> {
  const { protocol, hostname, port, host } = configuredEndpoint(name);
  const origin = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }), method: 'POST', path: '/' };
  const agent = `aws-sdk-js/3 md/nodejs#${process.versions.node}`;
  return (next) => (args) => {
    const { operation, input } = args.input;
    const body = JSON.stringify(input);
    const headers = {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(body)),
      host,
      'user-agent': agent,
      'x-amz-target': `${target}.${operation}`,
    };
    return next({ ...args, request: new HttpRequest({ ...origin, headers, body }) });
  };
}

function signer({ name }: JsonService): FinalizeRequestMiddleware<Call, Answer> {
  const signature = new SignatureV4({
    service: name,
    region: requireEnv('AWS_REGION'),
    credentials: defaultProvider(),
    sha256: OneShotSha256,
    applyChecksum: false,
  });
  return (next) => async (args) => next({ ...args, request: await signature.sign(args.request as HttpRequest) });
}

function deserializer({ errorOf }: JsonService): DeserializeMiddleware<Call, Answer> {
  return (next) => async (args) => {
    const { response } = await next(args);
    const { statusCode, headers, body } = response as HttpResponse;
    const json = await textOf(body);
    const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
    if (statusCode >= 300) {
      throw Object.defineProperty(errorOf(statusCode, json, $metadata), '$response', { value: response });
    }
    return { response, output: { ...JSON.parse(json), $metadata } };
  };
}

function textOf(body: unknown): Promise<string> | string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  if (body instanceof Readable) return collected(body);
  return text(body as AsyncIterable<Uint8Array>);
}

/** Reads a stream by events: an iterator takes several turns of the event loop for each part. */
function collected(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let whole = '';
    body.setEncoding('utf8');
    body.on('data', (part: string) => {
      whole += part;
    });
    body.on('end', () => resolve(whole));
    body.on('error', reject);
  });
}
