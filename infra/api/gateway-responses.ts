import type { ErrorCode } from '../../shared/contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../shared/contract/shapes/problem.ts';
import { exposedHeaders, securityHeaders } from '../../shared/http/answers/browser-headers.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../shared/http/answers/problem.ts';
import type { GatewayResponse } from './open-api.ts';

interface GatewayProblem {
  /** As API Gateway names what went wrong. */
  readonly type: string;
  readonly code: ErrorCode;
  readonly detail: string;
  /** Fallbacks keep API Gateway's status, as their own would replace that of their whole class. */
  readonly keepsStatus?: true;
  readonly extensions?: ProblemExtensions;
  readonly headers?: Readonly<Record<string, string>>;
}

const internal = 'Something went wrong on our side. Send the request ID to the operator of this service.';
const retryLater = { 'Retry-After': quoted('1') };
const keyUnchecked = {
  code: 'unavailable',
  detail: 'the API key could not be checked; try again in a moment',
  headers: retryLater,
} as const;

/** Every error that API Gateway answers by itself, in the words of this service. */
const gatewayProblems: readonly GatewayProblem[] = [
  {
    type: 'UNAUTHORIZED',
    code: 'unauthenticated',
    detail: "send a valid API key as 'Authorization: Bearer <key>' or in the header X-Session-API-Key",
    headers: { 'WWW-Authenticate': quoted('Bearer') },
  },
  { type: 'ACCESS_DENIED', code: 'forbidden', detail: 'this API key may not do this' },
  { type: 'INVALID_API_KEY', code: 'forbidden', detail: 'this API key may not do this' },
  {
    type: 'EXPIRED_TOKEN',
    code: 'forbidden',
    detail: 'the request is signed with credentials that expired',
  },
  {
    type: 'INVALID_SIGNATURE',
    code: 'forbidden',
    detail: 'the request carries a signature that is not valid',
  },
  {
    type: 'WAF_FILTERED',
    code: 'forbidden',
    detail: 'the request was blocked by the firewall of this service',
  },
  // What API Gateway calls a missing token is a request for a route that does not exist.
  { type: 'MISSING_AUTHENTICATION_TOKEN', code: 'not_found', detail: 'no such route' },
  { type: 'RESOURCE_NOT_FOUND', code: 'not_found', detail: 'no such route' },
  { type: 'BAD_REQUEST_BODY', code: 'malformed_request', detail: 'the body cannot be read' },
  { type: 'BAD_REQUEST_PARAMETERS', code: 'malformed_request', detail: 'the parameters cannot be read' },
  {
    type: 'REQUEST_TOO_LARGE',
    code: 'payload_too_large',
    detail: 'the request is larger than this service accepts',
  },
  {
    type: 'UNSUPPORTED_MEDIA_TYPE',
    code: 'unsupported_media_type',
    detail: "Send the body as JSON, with the header 'Content-Type: application/json'.",
  },
  {
    type: 'THROTTLED',
    code: 'rate_limited',
    detail: 'too many requests of all callers at once; try again in a moment',
    // A device that polls for its key goes on, more slowly, only if it reads this (RFC 8628).
    extensions: { error: 'slow_down' },
    headers: retryLater,
  },
  {
    type: 'QUOTA_EXCEEDED',
    code: 'rate_limited',
    detail: 'the quota of this key is used up',
  },
  { type: 'AUTHORIZER_FAILURE', ...keyUnchecked },
  // The authorizer was not invoked: Lambda throttled it, perhaps as the service is paused.
  { type: 'AUTHORIZER_CONFIGURATION_ERROR', ...keyUnchecked },
  { type: 'API_CONFIGURATION_ERROR', code: 'internal_error', detail: internal },
  { type: 'INTEGRATION_FAILURE', code: 'bad_gateway', detail: internal },
  {
    type: 'INTEGRATION_TIMEOUT',
    code: 'gateway_timeout',
    detail: 'the answer took too long; the request may have been carried out',
  },
  {
    type: 'DEFAULT_4XX',
    code: 'malformed_request',
    detail: 'the request cannot be understood',
    keepsStatus: true,
  },
  { type: 'DEFAULT_5XX', code: 'internal_error', detail: internal, keepsStatus: true },
];

/** API Gateway's own errors with this service's body and headers, by what went wrong. */
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

/** API Gateway does not tell generations apart here, so all have the `message` that legacy clients read. */
function bodyOf(code: ErrorCode, detail: string, extensions: ProblemExtensions = {}): string {
  return JSON.stringify({ ...problem(code, detail, '$context.requestId', extensions), message: detail });
}

/** The origin in API Gateway's errors, which cannot look at the request: with several allowed ones, any. */
export function allowedOriginOf(allowedOrigins: readonly string[]): string {
  const [origin = '*', ...others] = allowedOrigins;
  return others.length === 0 ? origin : '*';
}

/** A fixed value, as API Gateway's mappings write it. */
export function quoted(text: string): string {
  return `'${text}'`;
}

/** Fixed headers, as API Gateway's mappings write them. */
export function allQuoted(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, quoted(text)]));
}
