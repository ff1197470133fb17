import * as z from 'zod';
import { type Endpoint, isAuthorized } from '../../../shared/contract/endpoint/endpoint.ts';
import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import { AnthropicProblem, OpenAiProblem } from '../../../shared/contract/shapes/model-problem.ts';
import { Problem, type ProblemExtensions } from '../../../shared/contract/shapes/problem.ts';
import { asAnthropicFailure, asModelProblem, asOpenAiFailure } from '../../../shared/http/answers/model-failures.ts';
import { asOAuthFailure, oauthHeaders } from '../../../shared/http/answers/oauth-failures.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../../shared/http/answers/problem.ts';
import { refusesUnsupported } from '../../../shared/http/request/unknown-fields.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { failureExamples } from './failure-examples.ts';
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

function isOfModels(kind: Kind): kind is keyof typeof modelFormats {
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

const modelFormats = {
  OpenAi: { as: asOpenAiFailure, form: OpenAiProblem },
  Anthropic: { as: asAnthropicFailure, form: AnthropicProblem },
} as const;

/** The fields of the problem in the format of a model provider, which has its own `type` and `error`. */
function modelContent(kind: keyof typeof modelFormats, codes: readonly ErrorCode[]) {
  const { as, form } = modelFormats[kind];
  const schema = z.intersection(form, z.looseObject({ code: z.enum(codes) }));
  const examples = codes.map((code) => {
    const [detail, extensions = {}] = failureExamples[code] ?? [titleOf(code)];
    const made = asModelProblem(problem(code, detail, EXAMPLE_ID, extensions));
    return [code, { summary: titleOf(code), value: as(made) }];
  });
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
