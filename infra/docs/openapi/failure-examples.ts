import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../../shared/contract/shapes/problem.ts';

const field = (name: string, msg: string, type: string) => [{ loc: ['body', name], msg, type, pointer: `#/${name}` }];

/** Examples of failures. A test wants a line for each code that an endpoint may answer. */
export const failureExamples: Partial<Record<ErrorCode, readonly [detail: string, extensions?: ProblemExtensions]>> = {
  malformed_request: ['the body is not valid JSON'],
  too_many_ids: ['Too many ids requested. Maximum is 100.'],
  authorization_pending: ['this device is not approved yet', { error: 'authorization_pending' }],
  slow_down: ['polls came too soon; wait 10 seconds before each from now on', { error: 'slow_down', interval: 10 }],
  expired_token: ['the code has expired', { error: 'expired_token' }],
  access_denied: ['the request was denied', { error: 'access_denied' }],
  invalid_grant: ['this code is not known', { error: 'invalid_grant' }],
  unsupported_grant_type: ['this endpoint knows no such grant', { error: 'unsupported_grant_type' }],
  unauthenticated: ["send a valid API key as 'Authorization: Bearer <key>' or in the header X-Session-API-Key"],
  forbidden: ['this API key may not do this'],
  insufficient_scope: ['this API key lacks the scope conversations:write'],
  not_found: ['sandbox 4f8a1c2e9b7d not found'],
  method_not_allowed: ['this path allows GET, HEAD, OPTIONS'],
  not_acceptable: ['the header Accept allows none of application/json; send one of them or */*'],
  conflict: ['sandbox 4f8a1c2e9b7d was changed at the same moment; send the request again'],
  gone: ['the workspace of this sandbox expired; start a new sandbox'],
  precondition_failed: ['the conversation was changed since you read it; read it again and send its new ETag'],
  payload_too_large: ['the body has 300000 bytes; 262144 are allowed'],
  unsupported_media_type: ["send the body as JSON, with the header 'Content-Type: application/json'"],
  validation_failed: ['body.title: too long', { errors: field('title', 'too long', 'too_big') }],
  idempotency_key_reused: [
    'this Idempotency-Key was sent with another request or by another API key; use a new key for each request',
  ],
  idempotency_in_progress: [
    'a request with this Idempotency-Key is under way; send it again to get its answer',
    { retry_after_seconds: 1 },
  ],
  concurrency_limit_exceeded: [
    'you have 3 sandboxes and may have 3 at a time; pause or delete one',
    { running_sandbox_ids: ['sandbox-4f8a1c2e9b7d'] },
  ],
  too_much_usage: ['there is too much usage in this span: ask for a shorter span'],
  too_many_rows: ['this count would look at more than 10000 rows: ask for a shorter time, or leave out the filters'],
  quota_exceeded: ['the budget of this month is used up'],
  git_token_required: ['There is no token for GitHub. Add one to your settings.'],
  git_token_refused: ['api.github.com refused your GitHub token. Put a new one into your settings.'],
  git_scope_missing: [
    'Your GitHub token may not do this at api.github.com. Give it that permission, or put another one into your settings.',
  ],
  git_not_supported: ['Bitbucket cannot do this.'],
  git_rate_limited: [
    'api.github.com takes no more requests with your GitHub token for now. Try again in 60 seconds.',
    { retry_after_seconds: 60 },
  ],
  git_provider_failed: ['api.github.com has a failure of its own. Try again in a while.'],
  git_timed_out: ['api.github.com did not answer in time. Try again in a while.'],
  rate_limited: ['too many requests; try again in a moment', { retry_after_seconds: 18 }],
  message_queue_full: ['ten messages wait already'],
  internal_error: ['something went wrong on our side; the request id leads us to it'],
  bad_gateway: ['the agent server did not answer'],
  unavailable: ['this is not available right now; try again in a moment', { retry_after_seconds: 1 }],
  usage_not_settled: [
    'this month has more usage than one request may add up; part of it was added up: send it again',
    { retry_after_seconds: 1 },
  ],
  gateway_timeout: ['the answer took too long; the request may have been carried out'],
};
