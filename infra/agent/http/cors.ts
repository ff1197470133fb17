import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/**
 * Lets pages of the allowed origins read answers. The key of a request is in a header that the page sets, and no cookie
 * opens anything: no origin may send credentials. `*` allows every page, and names none.
 */
export function corsFor(allowedOrigins: () => readonly string[]): MiddlewareHandler {
  const handler = cors({
    origin: (origin) => {
      const allowed = allowedOrigins();
      if (allowed.includes('*')) return '*';
      return allowed.includes(origin) ? origin : null;
    },
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: 600,
  });
  return async (c, next) => {
    // Only a preflight asks by OPTIONS; any other request with it is one for a method that no route has.
    if (c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method')) return await next();
    return await handler(c, next);
  };
}
