import type { Endpoint, JsonValue } from '../../shared/contract/endpoint/endpoint.ts';
import { exposedHeaders, securityHeaders } from '../../shared/http/answers/browser-headers.ts';
import { deprecationHeaders } from '../../shared/http/answers/deprecation.ts';
import type { Settings } from '../config.ts';
import { chooseOrigin, type FixedAnswer, originHeaders } from './fixed-answers.ts';
import { allQuoted } from './gateway-responses.ts';

/** The answer of an endpoint that has only one, with the headers that an answer of a function has. */
export function constantAnswer(endpoint: Endpoint, settings: Settings): FixedAnswer | undefined {
  const { constant: value } = endpoint;
  if (value === undefined) return undefined;
  const fixed = {
    'Cache-Control': 'no-store',
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    ...securityHeaders,
    ...deprecationHeaders(endpoint, settings.legacySunset, { base: rootFrom(endpoint.path), params: {} }),
    ...endpoint.success.headers,
  };
  return {
    status: endpoint.success.status,
    contentType: 'application/json',
    headers: {
      ...allQuoted(fixed),
      ...originHeaders(settings.allowedOrigins),
      'X-Request-Id': 'context.requestId',
    },
    further: chooseOrigin(settings.allowedOrigins),
    body: templateOf(value),
  };
}

/** JSON in which nothing is left that a mapping template would take for an expression. */
function templateOf(value: JsonValue): string {
  return JSON.stringify(value).replaceAll('$', '\\u0024').replaceAll('#', '\\u0023');
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
