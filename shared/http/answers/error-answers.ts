import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { ProblemExtensions } from '../../contract/shapes/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Middleware } from '../middleware.ts';
import type { FailureFormat } from './failure-format.ts';
import { PROBLEM_CONTENT_TYPE, type Problem, problem } from './problem.ts';

/** Turns errors into problem details. The response to an unknown error is a fixed text; the log has the details. */
export function answerErrors(endpoint: Endpoint, format?: FailureFormat): Middleware {
  if (endpoint.failures !== undefined && !format) throw new Error(`${endpoint.id} needs the format of its failures`);
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const appError = asAppError(request.error);
      const error = format?.of?.(appError) ?? appError;
      const made = problem(error.code, error.message, requestId, error.extensions);
      const body = format?.as?.(made) ?? made;
      record(endpoint, requestId, body.status, error);
      const { retry_after_seconds: retryAfter } = error.extensions;
      request.response = {
        statusCode: body.status,
        headers: {
          ...(format?.headers ?? { 'Content-Type': PROBLEM_CONTENT_TYPE }),
          ...format?.headersOf?.(body),
          ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
          ...policyHeader(error.extensions),
          ...(body.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
        },
        body: JSON.stringify(format?.body?.(body) ?? bodyOf(endpoint, body)),
      };
    },
  };
}

function bodyOf({ generation }: Endpoint, body: Problem): object {
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
