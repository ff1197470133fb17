import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';

type EventHeaders = Readonly<Record<string, string>>;

/** What an event says beyond what its contract determines. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly body?: unknown;
}

/** What an event names. */
export interface Named {
  readonly ownerId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly running: { readonly sandbox_id: string };
  readonly conversation: { readonly conversation_id: string };
}

const host = 'abcdefghij.execute-api.us-east-1.amazonaws.com';

/** What REST APIs send for a valid call (payload format 1.0), by the endpoint's contract. */
export function proxyEventOf(endpoint: Endpoint, given: RequestParts, scene: Named): APIGatewayProxyEvent {
  const params = { ...pathParametersOf(endpoint, scene), ...given.params };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const body = given.body === undefined ? null : JSON.stringify(given.body);
  const headers = headersOf(scene, body);
  const query = given.query && { ...given.query };
  return {
    resource: endpoint.path,
    path,
    httpMethod: endpoint.method,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: query ? lastOf(query) : null,
    multiValueQueryStringParameters: query
      ? Object.fromEntries(Object.entries(query).map(([name, values]) => [name, [...values]]))
      : null,
    pathParameters: Object.keys(params).length > 0 ? params : null,
    stageVariables: null,
    requestContext: requestContextOf(endpoint, path, headers, scene),
    body,
    isBase64Encoded: false,
  };
}

/** Path parameters are named after the record they name. What no scene has is not found, and so not measured. */
function pathParametersOf({ path }: Endpoint, { running, conversation }: Named): Record<string, string> {
  const known: Readonly<Record<string, string>> = {
    sandbox_id: running.sandbox_id,
    conversation_id: conversation.conversation_id,
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, known[name] ?? 'unknown']));
}

function headersOf({ apiKey }: Pick<Named, 'apiKey'>, body: string | null): EventHeaders {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${apiKey}`,
    ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    Host: host,
    'User-Agent': 'bench/1.0',
    'X-Forwarded-For': '192.0.2.1',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
  };
}

function lastOf(query: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1) ?? '']));
}

function requestContextOf(
  { method, path: resourcePath, access }: Endpoint,
  path: string,
  headers: EventHeaders,
  { ownerId, keyId }: Named,
): APIGatewayProxyEvent['requestContext'] {
  const who = { owner_id: ownerId, key_id: keyId, key_name: 'bench', scheme: 'bearer', principalId: ownerId };
  const identity = { ...who, scopes: scopes.join(' ') };
  return {
    accountId: '000000000000',
    apiId: 'abcdefghij',
    authorizer: access === 'key' ? identity : null,
    domainName: host,
    httpMethod: method,
    identity: {
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
      sourceIp: '192.0.2.1',
      user: null,
      userAgent: headers['User-Agent'] ?? null,
      userArn: null,
    },
    path: `/bench${path}`,
    protocol: 'HTTP/1.1',
    requestId: '6c9d4d4e-0000-4000-8000-000000000000',
    requestTimeEpoch: Date.now(),
    resourceId: 'abc123',
    resourcePath,
    stage: 'bench',
  };
}
