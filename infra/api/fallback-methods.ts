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
import { allowedOriginOf, allQuoted, quoted } from './gateway-responses.ts';
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
  const refusal = methodNotAllowed(
    [...allowed, 'OPTIONS'].join(', '),
    allowedOrigins,
    deprecationOf(path, legacySunset),
  );
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

/**
 * Preflights of unknown paths: a browser hides a 404 whose preflight fails. API Gateway answers all other methods there
 * as an unknown route. Any other path takes precedence over `{proxy+}`.
 */
export function unknownPaths(
  { allowedOrigins }: Pick<Settings, 'allowedOrigins'>,
  share: ShareText,
): Readonly<Record<string, OpenApiPath>> {
  const answer = fixedMethod([preflight(allowedOrigins)], share);
  const pathOf = (path: string): OpenApiPath => ({ options: { ...parametersOf(path), security: [], ...answer } });
  return Object.fromEntries(['/', '/{proxy+}'].map((path) => [path, pathOf(path)]));
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
