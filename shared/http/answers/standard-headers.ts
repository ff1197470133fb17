import { type Endpoint, isAuthorized } from '../../contract/endpoint/endpoint.ts';
import { optionalEnv } from '../../platform/env.ts';
import { basePathOf, type Middleware, onEveryAnswer } from '../middleware.ts';
import { deprecationHeaders } from './deprecation.ts';

/** Adds the headers of all responses: request id, caching and, for legacy endpoints, deprecation. */
export function standardHeaders(endpoint: Endpoint): Middleware {
  return onEveryAnswer((event, response) => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      'X-Request-Id': event.requestContext.requestId,
      ...cacheHeaders(endpoint, response.statusCode, response.headers?.Vary),
      ...deprecationHeaders(endpoint, optionalEnv('LEGACY_SUNSET'), {
        base: basePathOf(event),
        params: event.pathParameters ?? {},
      }),
    };
  });
}

/** Caches can keep documents for 5 minutes. */
const directives = { shared: 'public, max-age=300', own: 'private, no-cache' } as const;

/** Request headers that determine the responses of an endpoint with a key. */
const keyHeaders = ['Authorization', 'X-Session-API-Key', 'X-Org-Id'];

/**
 * The caching of a response. Errors, and responses without a setting in the contract, are not cached.
 *
 * @param vary the current value of the header `Vary`
 */
export function cacheHeaders(
  { access, success }: Pick<Endpoint, 'access' | 'success'>,
  status: number,
  vary: unknown,
): Record<string, string> {
  if (success.cache === undefined || status !== success.status) return { 'Cache-Control': 'no-store' };
  // CORS headers depend on the origin, even with a single allowed origin.
  const names = ['Origin', ...(isAuthorized({ access }) ? keyHeaders : [])];
  const known = typeof vary === 'string' ? vary.split(',').map((name) => name.trim()) : [];
  return { 'Cache-Control': directives[success.cache], Vary: [...new Set([...known, ...names])].join(', ') };
}
