import httpSecurityHeaders from '@middy/http-security-headers';
import { exposedHeaders } from '../../shared/http/cors.ts';
import { deprecationHeaders } from '../../shared/http/deprecation.ts';
import type { Endpoint, JsonValue } from '../../shared/http/endpoint.ts';
import { securityHeaders } from '../../shared/http/security-headers.ts';
import type { Settings } from '../config.ts';
import { chooseOrigin, type FixedAnswer, originHeaders } from './mock-methods.ts';
import { quoted } from './problem-responses.ts';

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

/** How links lead from a path to the root of the interface. API Gateway cannot say what stands before its paths in an address, so they are relative. */
export function rootFrom(path: string): string {
  return (
    path
      .split('/')
      .slice(2)
      .map(() => '..')
      .join('/') || '.'
  );
}
