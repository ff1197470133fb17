import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../../shared/contract/shapes/problem.ts';

const field = (name: string, msg: string, type: string) => [{ loc: ['body', name], msg, type, pointer: `#/${name}` }];

/** Failure examples. A test requires one for each code that an endpoint can return. */
export const failureExamples: Partial<Record<ErrorCode, readonly [detail: string, extensions?: ProblemExtensions]>> = {
  malformed_request: ['The body is not valid JSON.'],
  too_many_ids: ['Too many ids requested. Maximum is 100.'],
  authorization_pending: ['This device is not approved yet.', { error: 'authorization_pending' }],
  slow_down: [
    'You are polling too fast. Wait 10 seconds between polls from now on.',
    { error: 'slow_down', interval: 10 },
  ],
  expired_token: ['This code has expired.', { error: 'expired_token' }],
  access_denied: ['The request was denied.', { error: 'access_denied' }],
  invalid_grant: ['This code is unknown.', { error: 'invalid_grant' }],
  unsupported_grant_type: ['This grant type is not supported.', { error: 'unsupported_grant_type' }],
  unauthenticated: [
    "Send a valid API key, or a valid token of the identity provider, as 'Authorization: Bearer …' or in the header X-Session-API-Key.",
  ],
  forbidden: ['This API key does not allow this.'],
  not_a_member: [
    'You are not a member of the organization in X-Org-Id. Choose another one, or ask one of its admins for an invitation.',
  ],
  insufficient_scope: ['This API key lacks the scope conversations:write.'],
  not_found: ['Sandbox 4f8a1c2e9b7d not found'],
  method_not_allowed: ['This path allows GET, HEAD, OPTIONS.'],
  not_acceptable: ['The Accept header must allow application/json or */*.'],
  conflict: ['Another request is changing sandbox 4f8a1c2e9b7d. Try again.'],
  gone: ['The workspace of this sandbox has expired. Start a new sandbox.'],
  precondition_failed: ['The conversation has changed since you read it. Read it again and send its new ETag.'],
  payload_too_large: ['The body has 300000 bytes. At most 262144 are allowed.'],
  unsupported_media_type: ["Send the body as JSON, with the header 'Content-Type: application/json'."],
  range_not_satisfiable: ['The file has 1024 bytes. Request a range within them.'],
  validation_failed: [
    'body.title: Must have at most 200 characters.',
    { errors: field('title', 'Must have at most 200 characters.', 'too_big') },
  ],
  idempotency_key_reused: [
    'This Idempotency-Key was used for another request or by another API key. Use a new key for each request.',
  ],
  idempotency_in_progress: [
    'A request with this Idempotency-Key is in progress. Send it again to get its response.',
    { retry_after_seconds: 1 },
  ],
  concurrency_limit_exceeded: [
    'You can run at most 3 sandboxes at a time. Pause or delete one.',
    { running_sandbox_ids: ['sandbox-4f8a1c2e9b7d'] },
  ],
  too_much_usage: ['This time span has too much usage. Request a shorter span.'],
  too_many_rows: [
    'This count would examine more than 10000 rows. Request a shorter time range, or remove the filters.',
  ],
  quota_exceeded: ['The budget of this month is used up.'],
  owner_suspended: ['The owner is suspended by the operator of the service.'],
  git_token_required: ['There is no token for GitHub. Add one to your settings.'],
  git_token_refused: ['api.github.com refused your GitHub token. Save a new one in your settings.'],
  git_scope_missing: [
    'Your GitHub token lacks a permission at api.github.com. Add it, or save another token in your settings.',
  ],
  git_not_supported: ['Bitbucket does not support this.'],
  git_rate_limited: [
    'api.github.com is rate limiting your GitHub token. Try again in 60 seconds.',
    { retry_after_seconds: 60 },
  ],
  git_provider_failed: ['api.github.com failed. Try again later.'],
  git_timed_out: ['api.github.com did not respond in time. Try again later.'],
  rate_limited: ['Too many requests. Try again in 18 seconds.', { retry_after_seconds: 18 }],
  message_queue_full: ['Ten messages are waiting already. Wait until the agent has received one.'],
  model_not_brokered: [
    "The model of this conversation does not go through the model broker: models of 'bedrock' need AWS credentials.",
  ],
  model_key_missing: [
    'The language model anthropic/claude-sonnet-4-5 has no API key. Save one with POST /api/v1/settings, then send the message again.',
  ],
  model_interface_missing: ['The model of this conversation has the interface of Anthropic, and not that of OpenAI.'],
  internal_error: ['Something went wrong on our side. Contact support with the request id.'],
  bad_gateway: ['The agent server did not respond.'],
  unavailable: ['The service is temporarily unavailable. Try again in a moment.', { retry_after_seconds: 1 }],
  usage_not_settled: [
    'The usage of this month is still being added up. Try again in a moment.',
    { retry_after_seconds: 1 },
  ],
  gateway_timeout: ['The response took too long. The request may have been carried out.'],
};
