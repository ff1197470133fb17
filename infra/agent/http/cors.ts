import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Lets pages of the allowed origins read answers. Pages on this machine are always allowed. */
export function corsFor(allowedOrigins: () => readonly string[]): MiddlewareHandler {
  const allow = (origin: string) => {
    const isAllowed = localOrigin.test(origin) || allowedOrigins().some((allowed) => [origin, '*'].includes(allowed));
    return isAllowed ? origin : null;
  };
  const options = { origin: allow, allowMethods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'], maxAge: 600 };
  const [trusted, untrusted] = [cors({ ...options, credentials: true }), cors(options)];
  return async (c, next) => {
    const origin = c.req.header('origin');
    // Only a preflight asks by OPTIONS; any other request with it is one for a method that no route has.
    if (c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method')) return await next();
    return await (origin && allow(origin) ? trusted : untrusted)(c, next);
  };
}
