import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { optionalEnv } from '../../platform/env.ts';
import { basePathOf, type Middleware, onEveryAnswer } from '../middleware.ts';
import { deprecationHeaders, type Whereabouts } from './deprecation.ts';

/** Headers of every answer: request id, who may keep it and, for legacy endpoints, those about their end. */
export function standardHeaders(endpoint: Endpoint): Middleware {
  return onEveryAnswer((event, response) => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      'X-Request-Id': event.requestContext.requestId,
      ...cacheHeaders(endpoint, response.statusCode, response.headers?.Vary),
      ...deprecationHeaders(endpoint, optionalEnv('LEGACY_SUNSET'), whereaboutsOf(event)),
    };
  });
}

function whereaboutsOf(event: APIGatewayProxyEvent): Whereabouts {
  return { base: basePathOf(event), params: event.pathParameters ?? {} };
}

/** How long any cache may keep a document, in seconds. After that, it asks whether there is another one. */
const DOCUMENT_SECONDS = 300;

const directives = {
  shared: `public, max-age=${DOCUMENT_SECONDS}`,
  own: 'private, no-cache',
} as const;

/** What the answers of an endpoint depend on besides its address. */
const keyHeaders = ['Authorization', 'X-Session-API-Key'];

/**
 * Who may keep an answer. Errors, and answers of which the contract says nothing, are kept nowhere.
 *
 * @param vary what the answer is known to depend on already
 */
export function cacheHeaders(
  { access, success }: Pick<Endpoint, 'access' | 'success'>,
  status: number,
  vary: unknown,
): Record<string, string> {
  if (success.cache === undefined || status !== success.status) return { 'Cache-Control': 'no-store' };
  // Whether other origins may read it is in its headers, also where there is one such origin.
  const names = ['Origin', ...(access === 'key' ? keyHeaders : [])];
  const known = typeof vary === 'string' ? vary.split(/\s*,\s*/) : [];
  return { 'Cache-Control': directives[success.cache], Vary: [...new Set([...known, ...names])].join(', ') };
}
