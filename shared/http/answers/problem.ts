import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../contract/shapes/problem.ts';

/** The HTTP status and title of each error code. */
export const problems: Readonly<Record<ErrorCode, { readonly status: number; readonly title: string }>> = {
  malformed_request: { status: 400, title: 'Bad Request' },
  too_many_ids: { status: 400, title: 'Bad Request' },
  authorization_pending: { status: 400, title: 'Bad Request' },
  slow_down: { status: 400, title: 'Bad Request' },
  expired_token: { status: 400, title: 'Bad Request' },
  access_denied: { status: 400, title: 'Bad Request' },
  invalid_grant: { status: 400, title: 'Bad Request' },
  unsupported_grant_type: { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  insufficient_scope: { status: 403, title: 'Forbidden' },
  not_a_member: { status: 403, title: 'Forbidden' },
  // Clients of models do not send such a request again by themselves, as they do after 409 and 429.
  model_price_unknown: { status: 402, title: 'Payment Required' },
  owner_suspended: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not Found' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  not_acceptable: { status: 406, title: 'Not Acceptable' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  precondition_failed: { status: 412, title: 'Precondition Failed' },
  payload_too_large: { status: 413, title: 'Content Too Large' },
  unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
  range_not_satisfiable: { status: 416, title: 'Range Not Satisfiable' },
  validation_failed: { status: 422, title: 'Unprocessable Content' },
  idempotency_key_reused: { status: 422, title: 'Unprocessable Content' },
  idempotency_in_progress: { status: 409, title: 'Conflict' },
  too_much_usage: { status: 422, title: 'Unprocessable Content' },
  too_many_rows: { status: 422, title: 'Unprocessable Content' },
  concurrency_limit_exceeded: { status: 429, title: 'Too Many Requests' },
  quota_exceeded: { status: 429, title: 'Too Many Requests' },
  rate_limited: { status: 429, title: 'Too Many Requests' },
  message_queue_full: { status: 429, title: 'Too Many Requests' },
  // Not 401 or 403, as clients sign out then: the API key of the request is valid.
  git_token_required: { status: 409, title: 'Conflict' },
  git_token_refused: { status: 409, title: 'Conflict' },
  git_scope_missing: { status: 409, title: 'Conflict' },
  git_not_supported: { status: 400, title: 'Bad Request' },
  git_rate_limited: { status: 503, title: 'Service Unavailable' },
  git_provider_failed: { status: 502, title: 'Bad Gateway' },
  git_timed_out: { status: 504, title: 'Gateway Timeout' },
  // Not 409 or 429, which the libraries of model providers repeat.
  model_not_brokered: { status: 400, title: 'Bad Request' },
  model_interface_missing: { status: 400, title: 'Bad Request' },
  model_key_missing: { status: 400, title: 'Bad Request' },
  internal_error: { status: 500, title: 'Internal Server Error' },
  bad_gateway: { status: 502, title: 'Bad Gateway' },
  unavailable: { status: 503, title: 'Service Unavailable' },
  usage_not_settled: { status: 503, title: 'Service Unavailable' },
  gateway_timeout: { status: 504, title: 'Gateway Timeout' },
};

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** IANA's problem type for reached limits. `code` names the limit. */
export const QUOTA_EXCEEDED_TYPE = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

const limitCodes: readonly ErrorCode[] = ['rate_limited', 'concurrency_limit_exceeded', 'quota_exceeded'];

/** A problem detail (RFC 9457). `type` is `about:blank` except for limits: programs read `code`. */
export interface Problem extends ProblemExtensions {
  readonly type: 'about:blank' | typeof QUOTA_EXCEEDED_TYPE;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
}

/** The body of an error. `requestId` is also in the header `X-Request-Id` and in the log. */
export function problem(
  code: ErrorCode,
  detail: string,
  requestId: string,
  extensions: ProblemExtensions = {},
): Problem {
  const type = limitCodes.includes(code) ? QUOTA_EXCEEDED_TYPE : 'about:blank';
  return { type, ...problems[code], detail, code, request_id: requestId, ...extensions };
}
