import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect } from 'vitest';
import type { Caller } from '../../../shared/contract/caller.ts';
import type { Endpoint, WholeEndpoint } from '../../../shared/contract/endpoint.ts';
import { limitsContext, noLimits } from '../../../shared/contract/shapes/limits.ts';
import { descentContext } from '../../../shared/contract/shapes/lineages.ts';
import { defaultScopes } from '../../../shared/contract/shapes/scopes.ts';
import type { ClaimDeps } from '../../../shared/http/idempotency/attempt.ts';
import type { Operation } from '../../../shared/http/operation/operation.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { answerInPieces } from '../../../shared/http/serve/serve-stream.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { MemoryAuditLog } from './memory-audit-log.ts';
import { MemoryClaimStore } from './memory-claim-store.ts';

export interface TestRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly isBase64Encoded?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: Partial<Caller>;
  /** Where what was sent with an Idempotency-Key is found again by another request. */
  readonly claims?: ClaimDeps;
  /** The address that API Gateway saw. */
  readonly sourceIp?: string;
  /** Until the function is ended, in milliseconds. */
  readonly timeLeft?: number;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer has no type on the wire; each test says what it expects.
  readonly body: any;
  readonly requestId: string;
}

export const allowedOrigin = 'https://app.example.com';

/** Failures that need no declaration: they are the plumbing's own. */
const ALWAYS_ALLOWED = new Set([
  'validation_failed',
  'malformed_request',
  'unsupported_media_type',
  'payload_too_large',
  'internal_error',
  'not_acceptable',
  'precondition_failed',
  'unauthenticated',
  'insufficient_scope',
  'idempotency_key_reused',
  'idempotency_in_progress',
]);

const noClaims = (): ClaimDeps => ({ claims: new MemoryClaimStore(), now: systemClock });

/** Drives an operation through the deployed plumbing, and fails on an undeclared error code. */
export async function invoke<E extends WholeEndpoint, D>(
  operation: Operation<E, D>,
  deps: D,
  request: TestRequest = {},
): Promise<TestAnswer> {
  process.env.ALLOWED_ORIGINS ??= allowedOrigin;
  const { endpoint } = operation;
  const event = anEvent(endpoint, request);
  const answer = toAnswer(
    await serve(
      operation,
      () => deps,
      () => request.claims ?? noClaims(),
      () => new MemoryAuditLog(),
    )(event, aContext(endpoint.id, request.timeLeft)),
    event,
  );
  return declared(endpoint, answer);
}

/** The same for a streamed or binary answer, read to its end; `bytes` is the body as it came. */
export async function invokeStreamed<E extends Endpoint, D>(
  operation: Operation<E, D>,
  deps: D,
  request: TestRequest = {},
): Promise<TestAnswer & { readonly bytes: Buffer }> {
  process.env.ALLOWED_ORIGINS ??= allowedOrigin;
  const { endpoint } = operation;
  const event = anEvent(endpoint, request);
  const { head, pieces } = await answerInPieces(
    operation,
    () => deps,
    () => request.claims ?? noClaims(),
    () => new MemoryAuditLog(),
  )(event, aContext(endpoint.id, request.timeLeft));
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece));
  const bytes = Buffer.concat(parts);
  return { ...declared(endpoint, toAnswer({ ...head, body: bytes.toString() }, event)), bytes };
}

function declared(endpoint: Endpoint, answer: TestAnswer): TestAnswer {
  const isDeclared = (code: string) => ALWAYS_ALLOWED.has(code) || endpoint.errors.some((error) => error === code);
  if (answer.status >= 400 && !isDeclared(answer.body.code))
    expect.fail(`${endpoint.id} answered ${answer.body.code}, which its contract does not declare: ${answer.text}`);
  return answer;
}

export function anEvent(endpoint: Endpoint, request: TestRequest = {}): APIGatewayProxyEvent {
  const { params = {}, query = {} } = request;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const listed = Object.entries(query).map(([name, value]): [string, string[]] => [name, [value].flat().map(String)]);
  const hasBody = request.body !== undefined || request.rawBody !== undefined;
  const headers = {
    Host: 'abc123.execute-api.us-east-1.amazonaws.com',
    'X-Forwarded-Proto': 'https',
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    ...request.headers,
  };
  return {
    resource: endpoint.path,
    path,
    httpMethod: endpoint.method,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters:
      listed.length === 0 ? null : Object.fromEntries(listed.map(([name, values]) => [name, values.at(-1)])),
    multiValueQueryStringParameters: listed.length === 0 ? null : Object.fromEntries(listed),
    pathParameters: Object.keys(params).length === 0 ? null : { ...params },
    stageVariables: null,
    body: request.rawBody ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    isBase64Encoded: request.isBase64Encoded ?? false,
    requestContext: requestContext(endpoint, path, request),
  };
}

function requestContext(
  endpoint: Endpoint,
  path: string,
  { caller = {}, sourceIp = '203.0.113.7' }: TestRequest,
): APIGatewayProxyEvent['requestContext'] {
  const {
    ownerId = 'ann',
    keyId = 'key000000001',
    keyName = null,
    scheme = 'session-header',
    scopes = defaultScopes,
  } = caller;
  const who = { principalId: ownerId, owner_id: ownerId, key_id: keyId, key_name: keyName ?? '', scheme };
  const found = {
    ...who,
    scopes: scopes.join(' '),
    ...limitsContext(caller.limits ?? noLimits),
    ...descentContext(caller),
  };
  return {
    accountId: '123456789012',
    apiId: 'abc123',
    authorizer: endpoint.access === 'key' ? found : undefined,
    protocol: 'HTTP/1.1',
    httpMethod: endpoint.method,
    identity: { ...noIdentity, sourceIp, userAgent: 'test' },
    path: `/v1${path}`,
    stage: 'v1',
    requestId: randomUUID(),
    requestTimeEpoch: Date.now(),
    resourceId: 'res123',
    resourcePath: endpoint.path,
  };
}

const noIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

export function aContext(functionName: string, timeLeft = 10_000): Context {
  const notUsed = () => undefined;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '1',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:123456789012:function:${functionName}`,
    memoryLimitInMB: '256',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'stream',
    getRemainingTimeInMillis: () => timeLeft,
    done: notUsed,
    fail: notUsed,
    succeed: notUsed,
  };
}

function toAnswer({ statusCode, headers = {}, body }: APIGatewayProxyResult, event: APIGatewayProxyEvent): TestAnswer {
  const isJson = String(headers['Content-Type']).includes('json');
  const { requestId } = event.requestContext;
  return { status: statusCode, headers, text: body, body: isJson ? JSON.parse(body) : body, requestId };
}
