import { randomUUID } from 'node:crypto';
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
import { configuredEndpoint } from './endpoint.ts';
import { OneShotSha256 } from './one-shot-sha256.ts';
import { serviceError } from './service-errors.ts';

/** A call to DynamoDB, with rows in its JSON format. */
interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A response of DynamoDB, with rows in its JSON format. */
interface Answer {
  readonly $metadata: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

type Stack = MiddlewareStack<Call, Answer>;

/** The HTTP handler, with its timeouts. */
export interface Limits {
  readonly requestHandler?: Parameters<typeof NodeHttpHandler.create>[0];
}

/** The defaults of the SDK's DynamoDB client. */
const retries = { maxAttempts: 4, baseDelay: 25 };

/**
 * The part of the SDK's client middleware that a call to DynamoDB from a function needs. Most functions serve few
 * requests, so their code runs uncompiled and each step is slow. This leaves out the resolution of endpoint and signer
 * before each call, walks through schemas, and logs: their result is always the same.
 */
function middlewareOfDynamoDB(): Stack {
  const stack: Stack = constructStack();
  stack.add(serializer(configuredEndpoint()), { name: 'serializerMiddleware', step: 'serialize' });
  const strategy = new StandardRetryStrategy(retries);
  const plugin = getRetryPlugin({ retryStrategy: async () => strategy, maxAttempts: async () => retries.maxAttempts });
  stack.use(plugin);
  stack.add(signer(), { name: 'signingMiddleware', step: 'finalizeRequest' });
  stack.add(deserializer, { name: 'deserializerMiddleware', step: 'deserialize' });
  return stack;
}

export function senderOf(limits: Limits) {
  const handler = NodeHttpHandler.create(limits.requestHandler);
  const send = middlewareOfDynamoDB().resolve(({ request }) => handler.handle(request as HttpRequest), {});
  return {
    send: (call: Call) => send({ input: call }),
    connect: () => connect(handler),
    close: () => handler.destroy?.(),
  };
}

/** DynamoDB responds to an unsigned `GET /` that it is healthy. */
async function connect(handler: ReturnType<typeof NodeHttpHandler.create>): Promise<void> {
  const { protocol, hostname, port, host } = configuredEndpoint();
  const place = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) };
  const { response } = await handler.handle(new HttpRequest({ ...place, method: 'GET', path: '/', headers: { host } }));
  // Frees the connection.
  await textOf(response.body);
}

function serializer({ protocol, hostname, port, host }: URL): SerializeMiddleware<Call, Answer> {
  const origin = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }), method: 'POST', path: '/' };
  const agent = `aws-sdk-js/3 md/nodejs#${process.versions.node}`;
  return (next) => (args) => {
    const { operation, input } = args.input;
    const body = JSON.stringify(
      operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...input } : input,
    );
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      host,
      'user-agent': agent,
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    return next({ ...args, request: new HttpRequest({ ...origin, headers, body }) });
  };
}

function signer(): FinalizeRequestMiddleware<Call, Answer> {
  const signature = new SignatureV4({
    service: 'dynamodb',
    region: requireEnv('AWS_REGION'),
    credentials: defaultProvider(),
    sha256: OneShotSha256,
    applyChecksum: false,
  });
  return (next) => async (args) => next({ ...args, request: await signature.sign(args.request as HttpRequest) });
}

const deserializer: DeserializeMiddleware<Call, Answer> = (next) => async (args) => {
  const { response } = await next(args);
  const { statusCode, headers, body } = response as HttpResponse;
  const json = await textOf(body);
  const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
  if (statusCode >= 300) {
    throw Object.defineProperty(serviceError(statusCode, json, $metadata), '$response', { value: response });
  }
  return { response, output: { ...JSON.parse(json), $metadata } };
};

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
