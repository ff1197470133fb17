import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint.ts';
import { AppError, type ProblemExtensions } from '../../platform/errors/errors.ts';
import { fieldError } from '../../platform/errors/field-error.ts';
import { log } from '../../platform/log.ts';
import { PROBLEM_CONTENT_TYPE, problem } from './problem.ts';

/** Turns any error into a problem detail. An unknown one is logged whole, and answered with a fixed sentence. */
export function answerErrors(endpoint: Endpoint): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const error = asAppError(request.error);
      const body = problem(error.code, error.message, requestId, error.extensions);
      record(endpoint, requestId, body.status, error);
      const { retry_after_seconds: retryAfter } = error.extensions;
      request.response = {
        statusCode: body.status,
        headers: {
          'Content-Type': PROBLEM_CONTENT_TYPE,
          ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
          ...policyHeader(error.extensions),
          ...(body.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
        },
        body: JSON.stringify(endpoint.generation === 'legacy' ? { ...body, message: body.detail } : body),
      };
    },
  };
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

/** The JSON body parser speaks in status codes of its own; everything else that is unknown is an internal error. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 415) {
    return new AppError(
      'unsupported_media_type',
      "send the body as JSON, with the header 'Content-Type: application/json'",
    );
  }
  if (status === 422) return unreadable(error);
  return new AppError('internal_error', 'something went wrong on our side; the request id leads us to it', {
    cause: error,
  });
}

/** The parser refuses names that would reach into JavaScript's objects. Such JSON is valid; its fields are not. */
function unreadable(error: unknown): AppError {
  const isForbidden = error instanceof Error && error.message.startsWith('Forbidden key');
  if (!isForbidden) return new AppError('malformed_request', 'the body is not valid JSON');
  const errors = [fieldError('body', ['__proto__'], 'a field must not have this name', 'forbidden_name')];
  return new AppError('validation_failed', 'body.__proto__: a field must not have this name', {
    extensions: { errors },
  });
}
