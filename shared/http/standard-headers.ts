import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { optionalEnv } from '../env.ts';
import type { Endpoint } from './endpoint.ts';

/** When the legacy generation was deprecated, in seconds since 1970: the day this service first shipped. */
const LEGACY_DEPRECATED_AT = Date.UTC(2026, 10, 21) / 1000;

/** Headers of every answer, errors included: the request id, no caching and, for legacy endpoints, what RFC 9745 and RFC 8594 ask for. */
export function standardHeaders(endpoint: Endpoint): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const add = (event: APIGatewayProxyEvent, response: APIGatewayProxyResult | null | undefined): void => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      'X-Request-Id': event.requestContext.requestId,
      'Cache-Control': 'no-store',
      ...(endpoint.generation === 'legacy' ? legacyHeaders(optionalEnv('LEGACY_SUNSET')) : {}),
    };
  };
  return {
    after: (request) => add(request.event, request.response),
    onError: (request) => add(request.event, request.response),
  };
}

/**
 * `Deprecation` is a structured-field date, `Sunset` an HTTP date: two formats on purpose, as the two RFCs have it.
 *
 * @param sunset the day, as YYYY-MM-DD, from which these endpoints may be gone
 */
export function legacyHeaders(sunset: string | undefined): Record<string, string> {
  return {
    Deprecation: `@${LEGACY_DEPRECATED_AT}`,
    Link: '</openapi.json>; rel="deprecation"; type="application/json", </api/v1/app-conversations>; rel="successor-version"',
    ...(sunset ? { Sunset: new Date(sunset).toUTCString() } : {}),
  };
}
