import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** What every answer tells browsers. CORS decides who may read, so resources must be readable from other origins. */
export const securityHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Frame-Options': 'DENY',
} as const;

/** Adds them, to errors too. */
export function secured(): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const add: middy.MiddlewareFn<APIGatewayProxyEvent, APIGatewayProxyResult> = ({ response }) => {
    if (response) response.headers = { ...response.headers, ...securityHeaders };
  };
  return { after: add, onError: add };
}
