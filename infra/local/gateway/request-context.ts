import { type Exchange, headerOf } from './exchange.ts';

/** The `requestContext` of events, and what `$context` means in templates. */
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
    // The stage is no part of a local path.
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

/** `21/Nov/2026:11:30:00 +0000`, the form of access logs. */
function commonLogTime(date: Date): string {
  const [day, time] = [String(date.getUTCDate()).padStart(2, '0'), date.toISOString().slice(11, 19)];
  return `${day}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}:${time} +0000`;
}
