import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { FailureFormat } from './failure-format.ts';
import type { Problem } from './problem.ts';

/** The header of failures that are ours, and not the provider's. It has the error code. */
const OWN_ERROR_HEADER = 'X-ACS-Error';

/**
 * The libraries of providers repeat requests after a 429. A budget that is used up stays so. After a 401, agents report
 * that their key was refused, and get the model that their conversation has now.
 */
export function asModelProblem(problem: Problem): Problem {
  if (problem.code === 'model_interface_missing') return { ...problem, status: 401, title: 'Unauthorized' };
  if (problem.code !== 'quota_exceeded') return problem;
  return { ...problem, status: 402, title: 'Payment Required' };
}

const format = {
  as: asModelProblem,
  headers: { 'Content-Type': 'application/json' },
  headersOf: ({ code }) => ({ [OWN_ERROR_HEADER]: code }),
} as const satisfies FailureFormat;

/**
 * Types of errors that clients of both providers know. Others are by status. Agents take a 401 of another type for a
 * malformed request.
 */
const types: Partial<Record<ErrorCode, string>> = {
  model_interface_missing: 'authentication_error',
  quota_exceeded: 'insufficient_quota',
  unauthenticated: 'authentication_error',
  owner_suspended: 'permission_error',
  payload_too_large: 'request_too_large',
  concurrency_limit_exceeded: 'rate_limit_error',
  gateway_timeout: 'timeout_error',
};

function typeOf({ code, status }: Problem): string {
  return types[code] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

/** As OpenAI's API fails, with the fields of the problem. */
export function asOpenAiFailure(problem: Problem) {
  const { detail, code } = problem;
  return { ...problem, error: { message: detail, type: typeOf(problem), param: null, code } };
}

/** As Anthropic's API fails, with the fields of the problem. `type` is theirs. */
export function asAnthropicFailure(problem: Problem) {
  return { ...problem, type: 'error', error: { type: typeOf(problem), message: problem.detail } };
}

export const openAiFailures: FailureFormat = { ...format, body: asOpenAiFailure };

export const anthropicFailures: FailureFormat = { ...format, body: asAnthropicFailure };
