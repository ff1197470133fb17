import { type Endpoint, isAuthorized } from '../../../shared/contract/endpoint/endpoint.ts';
import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import { Problem, type ProblemExtensions } from '../../../shared/contract/shapes/problem.ts';
import { asAnthropicFailure, asModelProblem, asOpenAiFailure } from '../../../shared/http/answers/model-failures.ts';
import { asOAuthFailure, oauthHeaders } from '../../../shared/http/answers/oauth-failures.ts';
import {
  PROBLEM_CONTENT_TYPE,
  type Problem as ProblemBody,
  problem,
  problems,
} from '../../../shared/http/answers/problem.ts';
import { refusesUnsupported } from '../../../shared/http/request/unknown-fields.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { failureHeaders, headerReferences } from './headers.ts';

/** Every code that an endpoint can return, declared in its contract or implied. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { params, query, body, access, scope, constant, idempotent, method, revised, conditional, failures } = endpoint;
  const isCoded = constant === undefined;
  return [
    ...new Set<ErrorCode>([
      ...endpoint.errors,
      ...(isAuthorized(endpoint) ? (['unauthenticated', 'rate_limited', 'unavailable'] as const) : []),
      ...(access === 'key' ? (['not_a_member'] as const) : []),
      ...(scope !== undefined && scope !== 'any' ? (['insufficient_scope'] as const) : []),
      // OAuth and JSON-RPC have no 422: an invalid field is a malformed request.
      ...(isCoded && (params || query || body) ? (['malformed_request'] as const) : []),
      ...(isCoded && failures === undefined && (params || query || body) ? (['validation_failed'] as const) : []),
      ...(refusesUnsupported(endpoint) ? (['validation_failed'] as const) : []),
      ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
      ...(idempotent ? (['malformed_request', 'idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
      ...((revised && method !== 'GET') || conditional ? (['precondition_failed'] as const) : []),
      'internal_error',
    ]),
  ].toSorted((a, b) => problems[a].status - problems[b].status || (a < b ? -1 : 1));
}

/** A response that several operations share: a status with its possible codes. */
export interface FailureResponse {
  readonly name: string;
  readonly status: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** One response for each status of the failures of an endpoint. */
export function failuresOf(endpoint: Endpoint): readonly FailureResponse[] {
  const kind = kindOf(endpoint);
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => statusOf(kind, code));
  return [...byStatus].map(([status, codes]) => failure(status, codes, kind));
}

/** The status of a failure, which can depend on the format of failures. */
function statusOf(kind: Kind, code: ErrorCode): number {
  const { status } = problems[code];
  return isOfModels(kind) ? asModelProblem(problem(code, '', '')).status : status;
}

type Kind = 'Legacy' | 'OAuth' | 'JsonRpc' | 'OpenAi' | 'Anthropic' | '';

function isOfModels(kind: Kind): kind is 'OpenAi' | 'Anthropic' {
  return kind === 'OpenAi' || kind === 'Anthropic';
}

function kindOf({ generation, failures }: Endpoint): Kind {
  if (failures === 'oauth') return 'OAuth';
  if (failures === 'json-rpc') return 'JsonRpc';
  if (failures === 'openai') return 'OpenAi';
  if (failures === 'anthropic') return 'Anthropic';
  return generation === 'legacy' ? 'Legacy' : '';
}

function failure(status: number, codes: readonly ErrorCode[], kind: Kind): FailureResponse {
  return {
    name: `${kind}${codes.map(pascalCase).join('Or')}`,
    status,
    value: {
      description: `${codes.map((code) => `\`${code}\``).join(', ')}: ${[...new Set(codes.map(titleOf))].join(', ')}.`,
      headers: headerReferences(failureHeaders(status, kind === 'Legacy')),
      content: contentOf(kind, codes),
    },
  };
}

function contentOf(kind: Kind, codes: readonly ErrorCode[]) {
  if (kind === 'OAuth') return oauthContent(codes);
  // API Gateway's own failures are problem details everywhere.
  if (isOfModels(kind)) return { ...modelContent(kind, codes), ...problemContent(codes) };
  return { ...problemContent(codes), ...(kind === 'JsonRpc' ? jsonRpcContent(codes) : {}) };
}

function problemContent(codes: readonly ErrorCode[]) {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return { [PROBLEM_CONTENT_TYPE]: { schema: problemOf(codes), examples } };
}

/** The same fields as plain JSON, with those that OAuth clients read. */
function oauthContent(codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => [code, { summary: titleOf(code), value: exampleOf(code, asOAuthFailure) }]);
  const schema = problemOf(codes, ['error', 'error_description']);
  return { [oauthHeaders['Content-Type']]: { schema, examples: Object.fromEntries(examples) } };
}

/** The problem as the `data` of an error of JSON-RPC. */
function jsonRpcContent(codes: readonly ErrorCode[]) {
  const error = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: problemOf(codes) },
    required: ['code', 'message'],
  };
  const properties = { jsonrpc: { type: 'string', const: '2.0' }, id: { type: ['string', 'number', 'null'] }, error };
  return { 'application/json': { schema: { type: 'object', properties, required: ['jsonrpc', 'id', 'error'] } } };
}

const modelFailures: Readonly<Record<'OpenAi' | 'Anthropic', (problem: ProblemBody) => object>> = {
  OpenAi: asOpenAiFailure,
  Anthropic: asAnthropicFailure,
};

/** The fields of the problem in the format of a model provider. Some of them have its names. */
function modelContent(kind: 'OpenAi' | 'Anthropic', codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => {
    const [detail, extensions = {}] = failureExamples[code] ?? [titleOf(code)];
    const made = asModelProblem(problem(code, detail, EXAMPLE_ID, extensions));
    return [code, { summary: titleOf(code), value: modelFailures[kind](made) }];
  });
  const error = {
    type: 'object',
    properties: { type: { type: 'string' }, message: { type: 'string' } },
    required: ['type', 'message'],
  };
  const properties = { code: { type: 'string', enum: codes }, detail: { type: 'string' }, error };
  const schema = { type: 'object', properties, required: ['code', 'detail', 'error'] };
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

const EXAMPLE_ID = '5f0c7a3e-8f0b-4d6e-9c43-0a9d1e6f2b11';

function problemOf(codes: readonly ErrorCode[], required: readonly string[] = []) {
  const own = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
  return {
    allOf: [{ $ref: '#/components/schemas/Problem' }, required.length === 0 ? own : { ...own, required }],
  };
}

/** Errors that API Gateway can return for any endpoint. */
export function otherFailure() {
  return {
    description:
      'Any other error, from the gateway or a proxy (`method_not_allowed`, `not_acceptable`, `bad_gateway`, `gateway_timeout`, …). After a 502 or 504 the request may have been carried out.',
    headers: headerReferences(['X-Request-Id', 'Retry-After']),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: Problem,
        examples: { gateway_timeout: { $ref: '#/components/examples/gateway_timeout' } },
      },
    },
  };
}

/** An example of each of these codes, as `components.examples` has it. */
export function problemExamples(codes: Iterable<ErrorCode>): Record<string, unknown> {
  return Object.fromEntries(
    [...codes].toSorted().map((code) => [code, { summary: titleOf(code), value: exampleOf(code) }]),
  );
}

function exampleOf(code: ErrorCode, as = (error: AppError) => error): unknown {
  const known: readonly [string, ProblemExtensions?] | undefined = failureExamples[code];
  const [detail, extensions = {}] = known ?? [titleOf(code)];
  const error = as(new AppError(code, detail, { extensions }));
  return problem(code, detail, EXAMPLE_ID, error.extensions);
}

function titleOf(code: ErrorCode): string {
  return problems[code].title;
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

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
