import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { describe, log } from '../base/log.ts';
import type { AgentApp, AgentContext } from './agent-app.ts';
import { HttpError } from './http-error.ts';

const methods = ['GET', 'POST', 'PATCH', 'DELETE'];

type Clean = (text: string) => string;

/** Responds to unknown routes and thrown errors. @param clean removes local paths from an error's text */
export function answerFailures(app: AgentApp, clean: Clean): void {
  app.use(async (c, next) => {
    // Hono would run the route of GET, which opens files that are not read.
    if (c.req.method === 'HEAD') return refusal(app, c, clean);
    if (!isDecodable(c.req.path)) throw new HttpError(404);
    await next();
  });
  app.notFound((c) => refusal(app, c, clean));
  app.onError((error, c) => failure(c, error, clean));
}

/** 405 if the path has other methods, or else 404. */
function refusal(app: AgentApp, c: AgentContext, clean: Clean): Response {
  const allowed = methods.filter((method) => {
    return app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method);
  });
  return failure(
    c,
    allowed.length > 0 ? new HttpError(405, undefined, { Allow: allowed.join(', ') }) : new HttpError(404),
    clean,
  );
}

function failure(c: Context, error: Error, clean: Clean): Response {
  if (error instanceof HttpError) {
    const detail = typeof error.detail === 'string' ? clean(error.detail) : error.detail;
    return c.json({ detail }, error.status as ContentfulStatusCode, error.headers);
  }
  log(`internal error: ${describe(error)}`);
  return c.json({ detail: 'Internal Server Error' }, 500);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // Malformed percent-encoding is the only error of this function.
    return false;
  }
}
