import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../contract/shapes/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Middleware } from '../middleware.ts';
import { PROBLEM_CONTENT_TYPE, type Problem, problem } from './problem.ts';

/** Turns errors into problem details. The response to an unknown error is a fixed text; the log has the details. */
export function answerErrors(endpoint: Endpoint): Middleware {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const appError = asAppError(request.error);
      const { failures } = endpoint;
      const error = failures === 'oauth' ? asOAuthFailure(appError) : appError;
      const body = problem(error.code, error.message, requestId, error.extensions);
      record(endpoint, requestId, body.status, error);
      const { retry_after_seconds: retryAfter } = error.extensions;
      request.response = {
        statusCode: body.status,
        headers: {
          ...(failures === undefined ? { 'Content-Type': PROBLEM_CONTENT_TYPE } : failureHeaders[failures]),
          ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
          ...policyHeader(error.extensions),
          ...(body.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
        },
        body: JSON.stringify(bodyOf(endpoint, body)),
      };
    },
  };
}

function bodyOf({ failures, generation }: Endpoint, body: Problem): object {
  if (failures === 'json-rpc') return asJsonRpcFailure(body);
  return generation === 'legacy' ? { ...body, message: body.detail } : body;
}

/** The reached limit of concurrent sandboxes. `rateLimit` adds the rate limit to this header. */
function policyHeader({ limit, 'violated-policies': [name] = [] }: ProblemExtensions): Record<string, string> {
  if (limit?.unit !== 'sandboxes' || name === undefined) return {};
  return { 'RateLimit-Policy': `"${name}";q=${limit.limit};qu="concurrent-requests"` };
}

function record(endpoint: Endpoint, requestId: string, status: number, error: AppError): void {
  const fields = { endpoint: endpoint.id, request_id: requestId, status, code: error.code };
  if (status >= 500) log.error('request failed', { ...fields, error });
  else log.info('request refused', { ...fields, detail: error.message });
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal_error', 'Something went wrong on our side. Contact support with the request id.', {
    cause: error,
  });
}

/** OAuth names of failures with other codes in this API. OAuth's own codes are the same in both. */
const names: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'invalid_request',
  payload_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  // A device continues to poll after a lost race.
  conflict: 'slow_down',
  rate_limited: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** OAuth clients expect plain JSON, and no caching, instead of problem details. */
export const oauthHeaders = { 'Content-Type': 'application/json', Pragma: 'no-cache' } as const;

const failureHeaders = { oauth: oauthHeaders, 'json-rpc': { 'Content-Type': 'application/json' } } as const;

/** A failure of the whole HTTP request: it names no request of JSON-RPC, and its `data` is the problem. */
export function asJsonRpcFailure(data: Problem) {
  const isText = data.code === 'malformed_request' && data.errors === undefined;
  const code = isText ? -32_700 : data.status === 400 ? -32_600 : data.status === 500 ? -32_603 : -32_000;
  return { jsonrpc: '2.0', id: null, error: { code, message: data.detail, data } };
}

/** Adds the fields that OAuth clients read (RFC 6749, section 5.2). */
export function asOAuthFailure({ code: given, message, cause, extensions }: AppError): AppError {
  // OAuth uses 400 for all invalid requests.
  const code = given === 'validation_failed' ? 'malformed_request' : given;
  return new AppError(code, message, {
    cause,
    extensions: { error: names[code] ?? code, error_description: toAscii(message), ...extensions },
  });
}

/** Text for `error_description`: printable ASCII without quotation marks and backslashes. */
function toAscii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
