import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { optionalEnv } from '../../platform/env.ts';
import { cacheHeaders } from './caching.ts';
import { deprecationHeaders, type Whereabouts } from './deprecation.ts';
import { basePathOf } from './whereabouts.ts';

/** Headers of every answer: request id, who may keep it and, for legacy endpoints, those about their end. */
export function standardHeaders(endpoint: Endpoint): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const add = (event: APIGatewayProxyEvent, response: APIGatewayProxyResult | null | undefined): void => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      'X-Request-Id': event.requestContext.requestId,
      ...cacheHeaders(endpoint, response.statusCode, response.headers?.Vary),
      ...deprecationHeaders(endpoint, optionalEnv('LEGACY_SUNSET'), whereaboutsOf(event)),
    };
  };
  return {
    after: (request) => add(request.event, request.response),
    onError: (request) => add(request.event, request.response),
  };
}

function whereaboutsOf(event: APIGatewayProxyEvent): Whereabouts {
  return { base: basePathOf(event), params: event.pathParameters ?? {} };
}
