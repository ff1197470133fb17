import httpSecurityHeaders from '@middy/http-security-headers';
import type { Endpoint, JsonValue } from '../../shared/contract/endpoint.ts';
import { exposedHeaders } from '../../shared/http/answers/cors.ts';
import { deprecationHeaders } from '../../shared/http/answers/deprecation.ts';
import { securityHeaders } from '../../shared/http/answers/security-headers.ts';
import type { Settings } from '../config.ts';
import { chooseOrigin, type FixedAnswer, originHeaders } from './fixed-answers.ts';
import { quoted } from './gateway-responses.ts';

/** The answer of an endpoint that has only one, with the headers that an answer of a function has. */
export function constantAnswer(endpoint: Endpoint, value: JsonValue, settings: Settings): FixedAnswer {
  const fixed = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    ...securityHeadersOfFunctions(),
    ...deprecationHeaders(endpoint, settings.legacySunset, { base: rootFrom(endpoint.path), params: {} }),
    ...endpoint.success.headers,
  };
  return {
    status: endpoint.success.status,
    headers: {
      ...Object.fromEntries(Object.entries(fixed).map(([name, text]) => [name, quoted(text)])),
      ...originHeaders(settings.allowedOrigins),
      'X-Request-Id': 'context.requestId',
    },
    body: [chooseOrigin(settings.allowedOrigins), templateOf(value)].filter((part) => part !== '').join('\n'),
  };
}

/** JSON in which nothing is left that a mapping template would take for an expression. */
function templateOf(value: JsonValue): string {
  return JSON.stringify(value).replaceAll('$', '\\u0024').replaceAll('#', '\\u0023');
}

/** What the middleware of functions would add. */
function securityHeadersOfFunctions(): Readonly<Record<string, string>> {
  const request = { response: { statusCode: 200, headers: {}, body: '' } };
  httpSecurityHeaders(securityHeaders).after?.(request as never);
  return request.response.headers;
}

/** A relative link from a path to the API's root: API Gateway does not know the start of its address. */
export function rootFrom(path: string): string {
  return (
    path
      .split('/')
      .slice(2)
      .map(() => '..')
      .join('/') || '.'
  );
}
