import { isAcceptedKey } from '../http/access.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { readInitRequest } from '../settings/init-request.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The deferred start. It needs the secret key of the boot; the initialisation replaces it, so that the environment of
 * the process then contains no valid key. The state needs no key.
 */
export function initRoutes(lifecycle: Lifecycle, booted: Settings): AgentApp {
  const requireDeferred = () => {
    if (!booted.deferredInit) throw new HttpError(404, 'server is not running with OH_DEFERRED_INIT=true');
  };
  return newAgentApp()
    .get('/api/init', (c) => {
      requireDeferred();
      return c.json(lifecycle.status);
    })
    .post('/api/init', async (c) => {
      requireDeferred();
      const { secretKey } = lifecycle.settings;
      const keys = secretKey ? [secretKey] : [];
      if (!isAcceptedKey(c.req.header('x-init-api-key'), keys)) throw new HttpError(401);
      return c.json(lifecycle.initialise(readInitRequest(await readJson(c))));
    });
}
