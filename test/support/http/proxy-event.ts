import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Caller, SignedIn } from '../../../shared/contract/endpoint/caller.ts';
import { type Endpoint, isAuthorized } from '../../../shared/contract/endpoint/endpoint.ts';
import { callerContext, signedInContext } from '../../../shared/http/request/caller-context.ts';
import { aCaller } from './a-caller.ts';

/** The parts of an event that the contract does not determine. */
export interface EventParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly isBase64Encoded?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: Partial<Caller>;
  /** The person of the request's token. Without `caller`, a member of no owner. */
  readonly signedIn?: SignedIn;
  readonly stageVariables?: Readonly<Record<string, string>>;
  /** The client address that API Gateway saw. */
  readonly sourceIp?: string;
}

/** The event that a REST API sends for a request (payload format 1.0). */
export function anEvent(endpoint: Endpoint, request: EventParts = {}): APIGatewayProxyEvent {
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
    stageVariables: request.stageVariables ?? null,
    body: request.rawBody ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    isBase64Encoded: request.isBase64Encoded ?? false,
    requestContext: requestContext(endpoint, path, request),
  };
}

function requestContext(
  endpoint: Endpoint,
  path: string,
  { caller, signedIn, sourceIp = '203.0.113.7' }: EventParts,
): APIGatewayProxyEvent['requestContext'] {
  const whole = { ...aCaller, ...caller };
  const person = signedIn && signedInContext(signedIn);
  const found = { principalId: whole.ownerId, ...(signedIn && !caller ? {} : callerContext(whole)), ...person };
  return {
    accountId: '123456789012',
    apiId: 'abc123',
    authorizer: isAuthorized(endpoint) ? found : undefined,
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

/** The Lambda context of an invocation. */
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
