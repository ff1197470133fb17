import { agentVersions } from '../../../shared/contract/shapes/agent-versions.ts';
import type { Activity } from '../base/activity.ts';
import { isAcceptedKey } from '../http/access.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { readInitRequest } from '../settings/init-request.ts';
import type { Settings } from '../settings/settings.ts';

/** The agent server release whose protocol this server implements. */
const protocolVersion = agentVersions.oldest;

/** Health and information, without a key. */
export function serviceRoutes(lifecycle: Lifecycle, activity: Activity): AgentApp {
  return newAgentApp()
    .get('/alive', (c) => c.json({ status: 'ok' }))
    .get('/health', (c) => c.json({ status: 'ok' }))
    .get('/ready', (c) => {
      // Also while it waits for its keys.
      if (!lifecycle.isStopping) return c.json({ status: 'ready' });
      return c.json({ status: 'initializing', message: 'Server is still initializing' }, 503);
    })
    .get('/server_info', (c) => c.json(serverInfo(lifecycle, activity)));
}

function serverInfo(lifecycle: Lifecycle, activity: Activity) {
  return {
    title: 'Reference Agent Server',
    uptime: activity.uptimeSeconds,
    idle_time: activity.idleSeconds,
    version: protocolVersion,
    sdk_version: protocolVersion,
    tools_version: protocolVersion,
    usable_tools: [],
    capabilities: ['idempotent_conversation_create_v1'],
    runtime_idle_timeout_seconds: lifecycle.settings.runtimeIdleTimeoutSeconds ?? null,
  };
}

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
