import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../contract/shapes/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Middleware } from '../middleware.ts';
import { PROBLEM_CONTENT_TYPE, problem } from './problem.ts';

/** Turns any error into a problem detail. An unknown one is logged whole, and answered with a fixed sentence. */
export function answerErrors(endpoint: Endpoint): Middleware {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const error = failureFor(endpoint, asAppError(request.error));
      const body = problem(error.code, error.message, requestId, error.extensions);
      record(endpoint, requestId, body.status, error);
      const { retry_after_seconds: retryAfter } = error.extensions;
      request.response = {
        statusCode: body.status,
        headers: {
          ...(endpoint.failures === 'oauth' ? oauthHeaders : { 'Content-Type': PROBLEM_CONTENT_TYPE }),
          ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
          ...policyHeader(error.extensions),
          ...(body.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
        },
        body: JSON.stringify(endpoint.generation === 'legacy' ? { ...body, message: body.detail } : body),
      };
    },
  };
}

function failureFor({ failures }: Endpoint, error: AppError): AppError {
  return failures === 'oauth' ? asOAuthFailure(error) : error;
}

/** The limit of sandboxes at once that was met, in the form of the limits of calls, which join it. */
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

/** What OAuth calls failures that have another name here. Codes of OAuth's own are the same in both places. */
const names: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'invalid_request',
  payload_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  // Others wrote the same at this moment: a device that polls goes on, as with what it asks too early.
  conflict: 'slow_down',
  rate_limited: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** Instead of the type of problem details: OAuth clients expect plain JSON, which no cache keeps. */
export const oauthHeaders = { 'Content-Type': 'application/json', Pragma: 'no-cache' } as const;

/** The failure with the fields that OAuth clients read (RFC 6749, section 5.2), beside those of every failure. */
export function asOAuthFailure({ code: given, message, cause, extensions }: AppError): AppError {
  // OAuth knows 400 for every request that cannot be understood.
  const code = given === 'validation_failed' ? 'malformed_request' : given;
  return new AppError(code, message, {
    cause,
    extensions: { error: names[code] ?? code, error_description: inAscii(message), ...extensions },
  });
}

/** What may stand in `error_description`: printable ASCII without quotation marks and backslashes. */
function inAscii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
