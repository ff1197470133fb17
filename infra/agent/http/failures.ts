import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { describe, log } from '../base/log.ts';
import type { AgentApp, AgentContext } from './agent-app.ts';
import { HttpError } from './http-error.ts';

const methods = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Answers what no route takes, and what a route throws, in the shape that clients of the agent server know. */
export function answerFailures(app: AgentApp): void {
  app.use(async (c, next) => {
    // Hono would answer HEAD by the route of GET, which opens files that nothing reads then.
    if (c.req.method === 'HEAD') return refusal(app, c);
    if (!isDecodable(c.req.path)) throw new HttpError(404);
    await next();
  });
  app.notFound((c) => refusal(app, c));
  app.onError((error, c) => failure(c, error));
}

/** 405 for a path that another method has, 404 for an unknown one. */
function refusal(app: AgentApp, c: AgentContext): Response {
  const allowed = methods.filter((method) => {
    return app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method);
  });
  return failure(
    c,
    allowed.length > 0 ? new HttpError(405, undefined, { Allow: allowed.join(', ') }) : new HttpError(404),
  );
}

function failure(c: Context, error: Error): Response {
  if (error instanceof HttpError) {
    return c.json({ detail: error.detail }, error.status as ContentfulStatusCode, error.headers);
  }
  log(`internal error: ${describe(error)}`);
  return c.json({ detail: 'Internal Server Error' }, 500);
}

/** A malformed escape names nothing. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // The only error of this function is one of the escape.
    return false;
  }
}
