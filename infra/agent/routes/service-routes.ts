import { agentVersions } from '../../../shared/contract/shapes/agent-versions.ts';
import type { Activity } from '../base/activity.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';

/** The agent server release whose protocol this server implements. */
const protocolVersion = agentVersions.oldest;

/** Health and information, without a key. */
export function serviceRoutes(lifecycle: Lifecycle, activity: Activity): AgentApp {
  return newAgentApp()
    .get('/alive', (c) => c.json({ status: 'ok' }))
    .get('/health', (c) => c.json({ status: 'ok' }))
    .get('/ready', (c) => {
      if (lifecycle.isReady) return c.json({ status: 'ready' });
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
