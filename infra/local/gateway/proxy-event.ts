import { type Exchange, type GatewayRequest, headerOf, matchesMediaType } from './exchange.ts';

/**
 * The event of a REST API's Lambda proxy integration (payload format 1.0). A body without a binary type is text. As on
 * AWS, bytes of it that are not UTF-8 become U+FFFD.
 */
export function proxyEventOf(exchange: Exchange): Record<string, unknown> {
  const { request, api } = exchange;
  const contentType = headerOf(request.headers, 'content-type');
  const isBinary = api.binaryMediaTypes.some((type) => matchesMediaType(type, contentType ?? ''));
  const body = request.body.length === 0 ? null : request.body.toString(isBinary ? 'base64' : 'utf8');
  return { ...routeOf(exchange), body, isBase64Encoded: isBinary && body !== null };
}

/** The event of a REQUEST authorizer, which has no body. */
export function authorizerEventOf(exchange: Exchange, methodArn: string): Record<string, unknown> {
  return { type: 'REQUEST', methodArn, ...routeOf(exchange) };
}

function routeOf(exchange: Exchange): Record<string, unknown> {
  const { request, match, api } = exchange;
  const pathParameters = match?.pathParameters ?? {};
  return {
    resource: match?.method.resourcePath,
    path: request.path,
    httpMethod: request.method,
    ...both('headers', 'multiValueHeaders', request.headers),
    ...both('queryStringParameters', 'multiValueQueryStringParameters', request.query),
    pathParameters: Object.keys(pathParameters).length === 0 ? null : pathParameters,
    stageVariables: api.stageVariables,
    requestContext: requestContextOf(exchange),
  };
}

/**
 * Two views of pairs of names and values: the last value of each name, and all of them. Both are null without pairs.
 */
function both(single: string, multiple: string, pairs: GatewayRequest['query']): Record<string, unknown> {
  if (pairs.length === 0) return { [single]: null, [multiple]: null };
  const grouped = Map.groupBy(pairs, ([name]) => name);
  const all = [...grouped].map(([name, entries]) => [name, entries.map(([, value]) => value)] as const);
  return {
    [single]: Object.fromEntries(all.map(([name, values]) => [name, values.at(-1)])),
    [multiple]: Object.fromEntries(all),
  };
}

/** The `requestContext` of events, which is also `$context` in templates. */
export function requestContextOf(exchange: Exchange): Record<string, unknown> {
  const { api, request, match, authorizer } = exchange;
  const domainName = headerOf(request.headers, 'host') ?? 'localhost';
  return {
    accountId: api.accountId,
    apiId: api.id,
    ...(authorizer ? { authorizer } : {}),
    deploymentId: api.deploymentId,
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: request.extendedRequestId,
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      caller: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: headerOf(request.headers, 'user-agent') ?? null,
      userArn: null,
    },
    // Local paths do not include the stage.
    path: request.path,
    protocol: request.protocol,
    requestId: request.requestId,
    requestTime: commonLogTime(request.receivedAt),
    requestTimeEpoch: request.receivedAt.getTime(),
    resourceId: match?.method.resourceId ?? null,
    resourcePath: match?.method.resourcePath ?? null,
    stage: api.stage,
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as in access logs: `21/Nov/2026:11:30:00 +0000`. */
function commonLogTime(date: Date): string {
  const [day, time] = [String(date.getUTCDate()).padStart(2, '0'), date.toISOString().slice(11, 19)];
  return `${day}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}:${time} +0000`;
}
