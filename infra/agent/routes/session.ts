import type { MiddlewareHandler } from 'hono';
import { isAcceptedKey } from '../http/access.ts';
import type { AgentEnvironment } from '../http/agent-app.ts';
import { HttpError } from '../http/http-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';

export type Session = MiddlewareHandler<AgentEnvironment>;

/** Requires an initialised server and one of its session keys. */
export function sessionOf(lifecycle: Lifecycle): Session {
  return async (c, next) => {
    // First, because a dormant server has no session keys yet.
    lifecycle.catalogue();
    const { sessionApiKeys } = lifecycle.settings;
    if (sessionApiKeys.length > 0 && !isAcceptedKey(c.req.header('x-session-api-key'), sessionApiKeys)) {
      throw new HttpError(401);
    }
    await next();
  };
}
