import { randomUUID } from 'node:crypto';
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
import { textOf } from './text-of.ts';

/** A call of DynamoDB: the operation, and its input with rows as DynamoDB has them. */
export interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What DynamoDB answered, with rows as it has them. */
export interface Answer {
  readonly $metadata: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

type Stack = MiddlewareStack<Call, Answer>;

/** What sends the requests, and for how long each may take. */
export interface Limits {
  readonly requestHandler?: Parameters<typeof NodeHttpHandler.create>[0];
}

/** What the SDK's own client of DynamoDB uses by default. */
const retries = { maxAttempts: 4, baseDelay: 25 };

/**
 * The SDK's middleware of a client, and of that only what a call of DynamoDB from a function needs: most functions
 * answer few requests, so that each step costs them as much as it does uncompiled. Left out are the search for an
 * endpoint and for a way to sign before each call, walks through schemas, and logs; all of them end the same each time.
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

/** Sends calls through the middleware. */
export function senderOf(limits: Limits) {
  const handler = NodeHttpHandler.create(limits.requestHandler);
  const send = middlewareOfDynamoDB().resolve(({ request }) => handler.handle(request as HttpRequest), {});
  return {
    send: (call: Call) => send({ input: call }),
    connect: () => connect(handler),
    close: () => handler.destroy?.(),
  };
}

/** DynamoDB answers an unsigned `GET /` that it is healthy. */
async function connect(handler: ReturnType<typeof NodeHttpHandler.create>): Promise<void> {
  const { protocol, hostname, port, host } = configuredEndpoint();
  const place = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) };
  const { response } = await handler.handle(new HttpRequest({ ...place, method: 'GET', path: '/', headers: { host } }));
  // The connection is free once its answer has been read.
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
  const text = await textOf(body);
  const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
  if (statusCode >= 300) {
    throw Object.defineProperty(serviceError(statusCode, text, $metadata), '$response', { value: response });
  }
  return { response, output: { ...JSON.parse(text), $metadata } };
};
