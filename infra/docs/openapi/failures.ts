import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorCode } from '../../../shared/contract/error-codes.ts';
import { Problem } from '../../../shared/contract/shapes/problem.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../../shared/http/answers/problem.ts';
import type { ProblemExtensions } from '../../../shared/platform/errors/errors.ts';
import { failureExamples } from './failure-examples.ts';
import { failureHeaders, headerReferences } from './headers.ts';

/** Every code that an endpoint may answer, whether its contract names it or it goes without saying. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { params, query, body, access, scope, constant, idempotent, method, revised } = endpoint;
  const isCoded = constant === undefined;
  return [
    ...new Set<ErrorCode>([
      ...endpoint.errors,
      ...(access === 'key' ? (['unauthenticated', 'rate_limited', 'unavailable'] as const) : []),
      ...(scope !== undefined && scope !== 'any' ? (['insufficient_scope'] as const) : []),
      ...(isCoded && (params || query || body) ? (['malformed_request', 'validation_failed'] as const) : []),
      ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
      ...(idempotent ? (['malformed_request', 'idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
      ...(revised && method !== 'GET' ? (['precondition_failed'] as const) : []),
      'internal_error',
    ]),
  ].toSorted((a, b) => problems[a].status - problems[b].status || (a < b ? -1 : 1));
}

/** A response that several operations share: a status with the codes that it may have. */
export interface FailureResponse {
  readonly name: string;
  readonly status: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** One response for each status of the failures of an endpoint. */
export function failuresOf(endpoint: Endpoint): readonly FailureResponse[] {
  const isLegacy = endpoint.generation === 'legacy';
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => problems[code].status);
  return [...byStatus].map(([status, codes]) => failure(status, codes, isLegacy));
}

function failure(status: number, codes: readonly ErrorCode[], isLegacy: boolean): FailureResponse {
  return {
    name: `${isLegacy ? 'Legacy' : ''}${codes.map(pascalCase).join('Or')}`,
    status,
    value: {
      description: `${codes.map((code) => `\`${code}\``).join(', ')}: ${[...new Set(codes.map(titleOf))].join(', ')}.`,
      headers: headerReferences(failureHeaders(status, isLegacy)),
      content: {
        [PROBLEM_CONTENT_TYPE]: {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Problem' },
              { type: 'object', properties: { code: { type: 'string', enum: codes } } },
            ],
          },
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    },
  };
}

/** What API Gateway may answer in the place of any endpoint. */
export function otherFailure() {
  return {
    description:
      'Any other failure: a proxy or the gateway itself answers (`method_not_allowed`, `not_acceptable`, `bad_gateway`, `gateway_timeout`, …). After a 502 or 504 the request may have been carried out.',
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

function exampleOf(code: ErrorCode): unknown {
  const known: readonly [string, ProblemExtensions?] | undefined = failureExamples[code];
  const [detail, extensions] = known ?? [titleOf(code)];
  return problem(code, detail, '5f0c7a3e-8f0b-4d6e-9c43-0a9d1e6f2b11', extensions);
}

function titleOf(code: ErrorCode): string {
  return problems[code].title;
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
