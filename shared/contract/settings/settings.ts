import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentSettingsForm } from '../shapes/agent-settings-form.ts';
import { mcpRefusals } from '../shapes/mcp-config.ts';
import { NO_SUCH_SETTING, Settings, SettingsUpdate, settingsRefusals } from '../shapes/settings.ts';
import { conversationSettingsForm, SettingsSchema } from '../shapes/settings-forms.ts';

const Stored = z.object({ message: z.literal('Settings stored') });

const refusals = { ...settingsRefusals, custom: `${mcpRefusals.custom}; or ${NO_SUCH_SETTING}` } as const;

const current = { area: 'settings', access: 'key', generation: 'v1', path: '/api/v1/settings' } as const;
const legacy = { area: 'settings', access: 'key', generation: 'legacy', path: '/api/settings' } as const;

export const getSettings = defineEndpoint(() => ({
  ...current,
  id: 'get-settings',
  revised: true,
  scope: 'settings:read',
  method: 'GET',
  summary: 'Get settings',
  description:
    "Returns the owner's settings merged with the defaults of the deployment. Secrets are never shown; the `…_set` fields are true for those that are stored.",
  success: { status: 200, cache: 'own', body: Settings },
  errors: ['unavailable'],
}));

export const updateSettings = defineEndpoint(() => ({
  ...current,
  id: 'update-settings',
  revised: true,
  scope: 'settings:write',
  method: 'POST',
  summary: 'Update settings',
  description:
    'Fields that are not sent stay unchanged. The two `_diff` fields are merged deeply: null removes a field. In `agent_settings_diff`, MCP servers by name are merged too, and null removes a server. The lists of servers, and `mcp_config` itself, replace all servers. Sending a mask back keeps the stored secret; an empty string removes it.',
  body: SettingsUpdate,
  refusals,
  success: { status: 200, body: Stored },
  errors: ['conflict', 'unavailable'],
}));

export const getLegacySettings = defineEndpoint(() => ({
  ...legacy,
  id: 'get-legacy-settings',
  successor: '/api/v1/settings',
  scope: 'settings:read',
  method: 'GET',
  summary: 'Get settings',
  description: 'Fails with 404 if the owner has no settings and the deployment has no default model.',
  success: { status: 200, cache: 'own', body: Settings },
  errors: ['not_found', 'unavailable'],
}));

export const updateLegacySettings = defineEndpoint(() => ({
  ...legacy,
  id: 'update-legacy-settings',
  successor: '/api/v1/settings',
  scope: 'settings:write',
  method: 'POST',
  summary: 'Update settings',
  body: SettingsUpdate,
  refusals,
  success: { status: 200, body: Stored },
  errors: ['conflict', 'unavailable'],
}));

const form = { area: 'settings', method: 'GET', access: 'key', scope: 'any', generation: 'v1', errors: [] } as const;

export const getAgentSettingsSchema = defineEndpoint(() => ({
  ...form,
  id: 'get-agent-settings-schema',
  path: '/api/v1/settings/agent-schema',
  summary: 'Get the schema of agent settings',
  success: { status: 200, body: SettingsSchema },
  constant: agentSettingsForm,
}));

export const getConversationSettingsSchema = defineEndpoint(() => ({
  ...form,
  id: 'get-conversation-settings-schema',
  path: '/api/v1/settings/conversation-schema',
  summary: 'Get the schema of conversation settings',
  success: { status: 200, body: SettingsSchema },
  constant: conversationSettingsForm,
}));
