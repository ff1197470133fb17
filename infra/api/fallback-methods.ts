import {
  allowedHeaders,
  allowedMethods,
  exposedHeaders,
  securityHeaders,
} from '../../shared/http/answers/browser-headers.ts';
import { deprecationHeaders, isLegacyPath } from '../../shared/http/answers/deprecation.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../shared/http/answers/problem.ts';
import type { Settings } from '../config.ts';
import { rootFrom } from './constant-answers.ts';
import { chooseOrigin, type FixedAnswer, fixedMethod, originHeaders, type ShareText } from './fixed-answers.ts';
import { allowedOriginOf, allQuoted, quoted } from './gateway-responses.ts';
import { type OpenApiMethod, type OpenApiPath, parametersOf } from './open-api.ts';

/** How long browsers may remember what a preflight answered, in seconds: the longest that all of them honour. */
const PREFLIGHT_SECONDS = 7200;

/** Answers OPTIONS and wrong methods of a path by one method, as API Gateway limits their number. */
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

const UNKNOWN = '/{proxy+}';

/**
 * Answers preflights of unknown paths, as a browser hides a 404 whose preflight fails. Other methods have no route
 * there, so API Gateway answers them as ever. Every other path is more specific, and so found first.
 */
export function unknownPaths(
  { allowedOrigins }: Pick<Settings, 'allowedOrigins'>,
  share: ShareText,
): Readonly<Record<string, OpenApiPath>> {
  const options = { ...parametersOf(UNKNOWN), security: [], ...fixedMethod([preflight(allowedOrigins)], share) };
  return { [UNKNOWN]: { options } };
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

/** What a browser heeds without content. */
function ofEmptyAnswers(headers: Headers): Headers {
  const heeded = Object.entries(headers).filter(([name]) => /^(?:strict-transport-security|x-content-)/i.test(name));
  return Object.fromEntries(heeded);
}

/** What a browser heeds of JSON: it has no links whose names it could look up. */
function ofProblems({ 'X-DNS-Prefetch-Control': _, ...headers }: Headers): Headers {
  return headers;
}

/** The paths of the legacy generation tell of their end, whatever they are asked. */
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
    body: JSON.stringify(problem('method_not_allowed', `this path allows ${methods}`, '$context.requestId')),
  };
}
