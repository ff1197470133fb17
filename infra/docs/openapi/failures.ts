import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import { Problem, type ProblemExtensions } from '../../../shared/contract/shapes/problem.ts';
import { asOAuthFailure, oauthHeaders } from '../../../shared/http/answers/error-answers.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../../shared/http/answers/problem.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { failureExamples } from './failure-examples.ts';
import { failureHeaders, headerReferences } from './headers.ts';

/** Every code that an endpoint can return, declared in its contract or implied. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { params, query, body, access, scope, constant, idempotent, method, revised, failures } = endpoint;
  const isCoded = constant === undefined;
  return [
    ...new Set<ErrorCode>([
      ...endpoint.errors,
      ...(access === 'key' ? (['unauthenticated', 'rate_limited', 'unavailable'] as const) : []),
      ...(scope !== undefined && scope !== 'any' ? (['insufficient_scope'] as const) : []),
      // OAuth has no 422: an invalid field is a malformed request.
      ...(isCoded && (params || query || body) ? (['malformed_request'] as const) : []),
      ...(isCoded && failures !== 'oauth' && (params || query || body) ? (['validation_failed'] as const) : []),
      ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
      ...(idempotent ? (['malformed_request', 'idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
      ...(revised && method !== 'GET' ? (['precondition_failed'] as const) : []),
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
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => problems[code].status);
  return [...byStatus].map(([status, codes]) => failure(status, codes, kind));
}

type Kind = 'Legacy' | 'OAuth' | '';

function kindOf({ generation, failures }: Endpoint): Kind {
  if (failures === 'oauth') return 'OAuth';
  return generation === 'legacy' ? 'Legacy' : '';
}

function failure(status: number, codes: readonly ErrorCode[], kind: Kind): FailureResponse {
  return {
    name: `${kind}${codes.map(pascalCase).join('Or')}`,
    status,
    value: {
      description: `${codes.map((code) => `\`${code}\``).join(', ')}: ${[...new Set(codes.map(titleOf))].join(', ')}.`,
      headers: headerReferences(failureHeaders(status, kind === 'Legacy')),
      content: kind === 'OAuth' ? oauthContent(codes) : problemContent(codes),
    },
  };
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
  return problem(code, detail, '5f0c7a3e-8f0b-4d6e-9c43-0a9d1e6f2b11', error.extensions);
}

function titleOf(code: ErrorCode): string {
  return problems[code].title;
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
