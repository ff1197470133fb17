import {
  allowedHeaders,
  allowedMethods,
  exposedHeaders,
  securityHeaders,
} from '../../shared/http/answers/browser-headers.ts';
import { deprecationHeaders, isLegacyPath } from '../../shared/http/answers/deprecation.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../shared/http/answers/problem.ts';
import type { Settings } from '../config.ts';
import {
  chooseOrigin,
  type FixedAnswer,
  fixedMethod,
  originHeaders,
  rootFrom,
  type ShareText,
} from './fixed-answers.ts';
import { allowedOriginOf, allQuoted, bodyOf, NO_ROUTE, quoted } from './gateway-responses.ts';
import { type OpenApiMethod, type OpenApiPath, parametersOf } from './open-api.ts';

/** How long browsers can cache a preflight: the longest time that all of them honour. */
const PREFLIGHT_SECONDS = 7200;

/** One method for OPTIONS and all wrong methods of a path, as API Gateway limits the number of methods. */
export function fallbackMethod(
  path: string,
  allowed: readonly string[],
  { allowedOrigins, legacySunset }: Pick<Settings, 'allowedOrigins' | 'legacySunset'>,
  share: ShareText,
): OpenApiMethod {
  const methods = [...allowed, 'OPTIONS'].join(', ');
  return unlessPreflight(
    methodNotAllowed(methods, allowedOrigins, deprecationOf(path, legacySunset)),
    allowedOrigins,
    share,
  );
}

/**
 * All methods of the paths that have none: the parents of the known paths, and all other paths, which `{proxy+}`
 * matches. Without a method, API Gateway would take an `Authorization` header for a signature of AWS and respond with a
 * 403, and a browser would hide the 404 because its preflight fails.
 */
export function unknownPaths(
  known: readonly string[],
  { allowedOrigins }: Pick<Settings, 'allowedOrigins'>,
  share: ShareText,
): Readonly<Record<string, OpenApiPath>> {
  const answer = unlessPreflight(unknownRoute(allowedOrigins), allowedOrigins, share);
  const pathOf = (path: string): OpenApiPath => ({
    'x-amazon-apigateway-any-method': { ...parametersOf(path), security: [], ...answer },
  });
  const paths = new Set(['/', '/{proxy+}', ...known.flatMap(parentsOf)]);
  return Object.fromEntries([...paths].filter((path) => !known.includes(path)).map((path) => [path, pathOf(path)]));
}

/** `/a` and `/a/{b}` for `/a/{b}/c`. API Gateway has a resource for each. */
function parentsOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(2).map((_, index) => segments.slice(0, index + 2).join('/'));
}

/** The response to an unknown route. */
export function unknownRoute(allowedOrigins: readonly string[]): FixedAnswer {
  return {
    status: problems.not_found.status,
    contentType: PROBLEM_CONTENT_TYPE,
    headers: commonHeaders(allowedOrigins),
    further: chooseOrigin(allowedOrigins),
    body: bodyOf('not_found', NO_ROUTE),
  };
}

/** The headers of every response of a function. */
export function commonHeaders(allowedOrigins: readonly string[]): FixedAnswer['headers'] {
  return {
    'Cache-Control': quoted('no-store'),
    'Access-Control-Expose-Headers': quoted(exposedHeaders.join(', ')),
    ...allQuoted(securityHeaders),
    ...originHeaders(allowedOrigins),
    'X-Request-Id': 'context.requestId',
  };
}

/** The refusal, or the response to a preflight if the method is OPTIONS. */
function unlessPreflight(refusal: FixedAnswer, allowedOrigins: readonly string[], share: ShareText): OpenApiMethod {
  const answer = preflight(allowedOrigins);
  const choice = [
    '#if($context.httpMethod == "OPTIONS")',
    JSON.stringify({ statusCode: answer.status }),
    '#else',
    JSON.stringify({ statusCode: refusal.status }),
    '#end',
  ].join('\n');
  return fixedMethod([refusal, answer], share, choice);
}

function preflight(allowedOrigins: readonly string[]): FixedAnswer {
  return {
    status: 204,
    headers: {
      ...originHeaders(allowedOrigins),
      'Access-Control-Allow-Headers': quoted(allowedHeaders.join(',')),
      'Access-Control-Allow-Methods': quoted(allowedMethods.join(',')),
      'Access-Control-Max-Age': quoted(String(PREFLIGHT_SECONDS)),
      ...allQuoted(ofEmptyAnswers(securityHeaders)),
      'X-Request-Id': 'context.requestId',
    },
    further: chooseOrigin(allowedOrigins),
    body: '',
  };
}

type Headers = Readonly<Record<string, string>>;

/** The headers that apply to responses without a body. */
function ofEmptyAnswers(headers: Headers): Headers {
  const heeded = Object.entries(headers).filter(([name]) => /^(?:strict-transport-security|x-content-)/i.test(name));
  return Object.fromEntries(heeded);
}

/** The headers that apply to JSON: it has no links to prefetch. */
function ofProblems({ 'X-DNS-Prefetch-Control': _, ...headers }: Headers): Headers {
  return headers;
}

/** Every response of a legacy path has the deprecation headers. */
function deprecationOf(path: string, sunset: string | undefined): Readonly<Record<string, string>> {
  const generation = isLegacyPath(path) ? 'legacy' : 'v1';
  return deprecationHeaders({ generation }, sunset, { base: rootFrom(path), params: {} });
}

function methodNotAllowed(
  methods: string,
  allowedOrigins: readonly string[],
  deprecation: Readonly<Record<string, string>>,
): FixedAnswer {
  const exposed = exposedHeaders.filter((name) => name === 'X-Request-Id' || name in deprecation);
  return {
    status: problems.method_not_allowed.status,
    contentType: PROBLEM_CONTENT_TYPE,
    headers: {
      Allow: quoted(methods),
      'X-Request-Id': 'context.requestId',
      'Cache-Control': quoted('no-store'),
      'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)),
      'Access-Control-Expose-Headers': quoted(exposed.join(', ')),
      ...allQuoted(ofProblems(securityHeaders)),
      ...allQuoted(deprecation),
    },
    body: JSON.stringify(problem('method_not_allowed', `This path allows ${methods}.`, '$context.requestId')),
  };
}
