import { type Middleware, onEveryAnswer } from '../middleware.ts';

/** Request headers that browsers can send: the service's own, and those of existing web clients. */
export const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'X-Session-API-Key',
  'X-Org-Id',
  'X-OpenHands-Client',
  'X-OpenHands-Client-Version',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Range',
  'X-Request-Id',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
] as const;

export const allowedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const;

/** Response headers that scripts in browsers can read. */
export const exposedHeaders = [
  'X-Request-Id',
  'Date',
  'Retry-After',
  'ETag',
  'Content-Range',
  'Content-Disposition',
  'X-File-Source',
  'Location',
  'Deprecation',
  'Sunset',
  'Link',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotent-Replayed',
  'Idempotency-Expires',
] as const;

/** Security headers of all responses. CORS controls access, so the resource policy allows other origins. */
export const securityHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Frame-Options': 'DENY',
} as const;

export function secured(): Middleware {
  return onEveryAnswer((_, response) => {
    if (response) response.headers = { ...response.headers, ...securityHeaders };
  });
}
