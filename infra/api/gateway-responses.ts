import type { ErrorCode } from '../../shared/contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../shared/contract/shapes/problem.ts';
import { exposedHeaders, securityHeaders } from '../../shared/http/answers/browser-headers.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../shared/http/answers/problem.ts';
import type { GatewayResponse } from './open-api.ts';

interface GatewayProblem {
  /** API Gateway's name for the failure. */
  readonly type: string;
  readonly code: ErrorCode;
  readonly detail: string;
  /** Fallbacks keep API Gateway's status: a status of their own would apply to their whole class. */
  readonly keepsStatus?: true;
  readonly extensions?: ProblemExtensions;
  readonly headers?: Readonly<Record<string, string>>;
}

const internal = 'Something went wrong on our side. Send the request ID to the operator of this service.';
const NO_ACCESS = 'This API key or token has no access to this.';
const retryLater = { 'Retry-After': quoted('1') };
const keyUnchecked = {
  code: 'unavailable',
  detail: 'The API key or token could not be checked. Try again in a moment.',
  headers: retryLater,
} as const;

/** The detail of a 404 for an unknown route. */
export const NO_ROUTE = 'No such route. The OpenAPI document at /openapi.json lists every route.';

/** Every error that API Gateway itself returns. */
const gatewayProblems: readonly GatewayProblem[] = [
  {
    type: 'UNAUTHORIZED',
    code: 'unauthenticated',
    detail:
      "Send a valid API key, or a valid token of the identity provider, as 'Authorization: Bearer …' or in the header X-Session-API-Key.",
    headers: { 'WWW-Authenticate': quoted('Bearer') },
  },
  { type: 'ACCESS_DENIED', code: 'forbidden', detail: NO_ACCESS },
  { type: 'INVALID_API_KEY', code: 'forbidden', detail: NO_ACCESS },
  {
    type: 'EXPIRED_TOKEN',
    code: 'forbidden',
    detail: 'The credentials that signed this request have expired. Send an API key instead.',
  },
  {
    type: 'INVALID_SIGNATURE',
    code: 'forbidden',
    detail: 'The signature of this request is not valid. Send an API key instead.',
  },
  {
    type: 'WAF_FILTERED',
    code: 'forbidden',
    detail: 'The firewall blocked this request. Send the request ID to the operator of this service.',
  },
  // API Gateway calls a request for an unknown route a missing token.
  { type: 'MISSING_AUTHENTICATION_TOKEN', code: 'not_found', detail: NO_ROUTE },
  { type: 'RESOURCE_NOT_FOUND', code: 'not_found', detail: NO_ROUTE },
  { type: 'BAD_REQUEST_BODY', code: 'malformed_request', detail: 'The body cannot be read. Send valid JSON.' },
  {
    type: 'BAD_REQUEST_PARAMETERS',
    code: 'malformed_request',
    detail: 'The parameters cannot be read. Check the query and the headers.',
  },
  { type: 'REQUEST_TOO_LARGE', code: 'payload_too_large', detail: 'The request is too large. Send a smaller body.' },
  {
    type: 'UNSUPPORTED_MEDIA_TYPE',
    code: 'unsupported_media_type',
    detail:
      "Send the body as JSON, with the header 'Content-Type: application/json'. It can be compressed with gzip or deflate, with the header 'Content-Encoding'.",
  },
  {
    type: 'THROTTLED',
    code: 'rate_limited',
    detail: 'Too many requests. Try again in a moment.',
    // Tells a device that polls for its key to slow down and not to give up (RFC 8628).
    extensions: { error: 'slow_down' },
    headers: retryLater,
  },
  {
    type: 'QUOTA_EXCEEDED',
    code: 'rate_limited',
    detail: 'The quota of this API key is used up. Ask the operator of this service for more.',
  },
  { type: 'AUTHORIZER_FAILURE', ...keyUnchecked },
  // Lambda throttled the authorizer, for example because the service is paused.
  { type: 'AUTHORIZER_CONFIGURATION_ERROR', ...keyUnchecked },
  { type: 'API_CONFIGURATION_ERROR', code: 'internal_error', detail: internal },
  // Lambda throttled the function: the account or the function has no concurrency left.
  {
    type: 'INTEGRATION_FAILURE',
    code: 'unavailable',
    detail: 'The service could not take this request. Send it again in a moment.',
    headers: retryLater,
  },
  {
    type: 'INTEGRATION_TIMEOUT',
    code: 'gateway_timeout',
    detail: 'The response took too long. The request may have been carried out: check before you send it again.',
  },
  {
    type: 'DEFAULT_4XX',
    code: 'malformed_request',
    detail: 'The request is not valid. Check its URL, headers and body.',
    keepsStatus: true,
  },
  { type: 'DEFAULT_5XX', code: 'internal_error', detail: internal, keepsStatus: true },
];

/** API Gateway's own errors with this service's body and headers, by type. */
export function gatewayResponses(allowedOrigins: readonly string[]): Readonly<Record<string, GatewayResponse>> {
  return Object.fromEntries(gatewayProblems.map((known) => [known.type, responseTo(known, allowedOrigins)]));
}

function responseTo(
  { code, detail, keepsStatus, extensions, headers }: GatewayProblem,
  allowedOrigins: readonly string[],
): GatewayResponse {
  const all = {
    'Content-Type': quoted(PROBLEM_CONTENT_TYPE),
    'X-Request-Id': 'context.requestId',
    'Cache-Control': quoted('no-store'),
    'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)),
    'Access-Control-Expose-Headers': quoted(exposedHeaders.join(', ')),
    ...allQuoted(securityHeaders),
    ...headers,
  };
  return {
    ...(keepsStatus ? {} : { statusCode: String(problems[code].status) }),
    responseParameters: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
    ),
    responseTemplates: { 'application/json': bodyOf(code, detail, extensions) },
  };
}

/** The body for both generations of the API: legacy clients read `message`. */
export function bodyOf(code: ErrorCode, detail: string, extensions: ProblemExtensions = {}): string {
  return JSON.stringify({ ...problem(code, detail, '$context.requestId', extensions), message: detail });
}

/** The allowed origin in API Gateway's errors, which cannot depend on the request: `*` for several origins. */
export function allowedOriginOf(allowedOrigins: readonly string[]): string {
  const [origin = '*', ...others] = allowedOrigins;
  return others.length === 0 ? origin : '*';
}

/** A literal in API Gateway's mappings. */
export function quoted(text: string): string {
  return `'${text}'`;
}

export function allQuoted(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, quoted(text)]));
}
