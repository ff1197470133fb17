import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint.ts';
import { optionalEnv } from '../../platform/env.ts';
import { deprecationHeaders, type Whereabouts } from './deprecation.ts';

/** Headers of every answer: request id, no caching and, for legacy endpoints, those about their end. */
export function standardHeaders(endpoint: Endpoint): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const add = (event: APIGatewayProxyEvent, response: APIGatewayProxyResult | null | undefined): void => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      'X-Request-Id': event.requestContext.requestId,
      'Cache-Control': 'no-store',
      ...deprecationHeaders(endpoint, optionalEnv('LEGACY_SUNSET'), whereaboutsOf(event)),
    };
  };
  return {
    after: (request) => add(request.event, request.response),
    onError: (request) => add(request.event, request.response),
  };
}

/** The request path as the client sees it ends with the path as the API sees it. */
function whereaboutsOf({ requestContext, path, pathParameters }: APIGatewayProxyEvent): Whereabouts {
  const base = requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
  return { base, params: pathParameters ?? {} };
}
