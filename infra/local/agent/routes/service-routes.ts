import type { Activity } from '../activity.ts';
import type { Route } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';

/** The release of the agent server whose protocol this server speaks. */
const protocolVersion = '1.43.1';

/** Routes that answer anyone: is it alive, is it ready, what is it. */
export function serviceRoutes(lifecycle: Lifecycle, activity: Activity): readonly Route[] {
  const ok = () => ({ status: 200, body: { status: 'ok' } });
  return [
    { method: 'GET', path: '/alive', access: 'open', handle: ok },
    { method: 'GET', path: '/health', access: 'open', handle: ok },
    { method: 'GET', path: '/ready', access: 'open', handle: () => readiness(lifecycle) },
    {
      method: 'GET',
      path: '/server_info',
      access: 'open',
      handle: () => ({ status: 200, body: serverInfo(lifecycle, activity) }),
    },
  ];
}

function readiness(lifecycle: Lifecycle) {
  if (lifecycle.isReady) return { status: 200, body: { status: 'ready' } };
  return { status: 503, body: { status: 'initializing', message: 'Server is still initializing' } };
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
