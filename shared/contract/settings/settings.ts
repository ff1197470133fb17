import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentSettingsForm } from '../shapes/agent-settings-form.ts';
import { conversationSettingsForm } from '../shapes/conversation-settings-form.ts';
import { Settings, SettingsUpdate, settingsRefusals } from '../shapes/settings.ts';
import { SettingsSchema } from '../shapes/settings-forms.ts';

const Stored = z.object({ message: z.literal('Settings stored') });

const current = { area: 'settings', access: 'key', generation: 'v1', path: '/api/v1/settings' } as const;
const legacy = { area: 'settings', access: 'key', generation: 'legacy', path: '/api/settings' } as const;

export const getSettings = defineEndpoint(() => ({
  ...current,
  id: 'get-settings',
  revised: true,
  scope: 'settings:read',
  method: 'GET',
  summary: "Read the caller's settings",
  description:
    'The settings of the owner over the defaults of the deployment. Secrets are never shown; `…_set` says which are kept.',
  success: { status: 200, cache: 'own', body: Settings },
  errors: ['unavailable'],
}));

export const updateSettings = defineEndpoint(() => ({
  ...current,
  id: 'update-settings',
  revised: true,
  scope: 'settings:write',
  method: 'POST',
  summary: "Change the caller's settings",
  description:
    'What is not named stays. The two `_diff`s are merged deeply: null takes a field away, and `mcp_config` is replaced as a whole. A mask that is sent back leaves its secret as it is; an empty text takes it away. Unknown fields are ignored.',
  body: SettingsUpdate,
  refusals: settingsRefusals,
  success: { status: 200, body: Stored },
  errors: ['conflict', 'unavailable'],
}));

export const getLegacySettings = defineEndpoint(() => ({
  ...legacy,
  id: 'get-legacy-settings',
  successor: '/api/v1/settings',
  scope: 'settings:read',
  method: 'GET',
  summary: "Read the caller's settings",
  description: 'Answers 404 to an owner without settings, unless the deployment has a language model for all owners.',
  success: { status: 200, cache: 'own', body: Settings },
  errors: ['not_found', 'unavailable'],
}));

export const updateLegacySettings = defineEndpoint(() => ({
  ...legacy,
  id: 'update-legacy-settings',
  successor: '/api/v1/settings',
  scope: 'settings:write',
  method: 'POST',
  summary: "Change the caller's settings",
  body: SettingsUpdate,
  refusals: settingsRefusals,
  success: { status: 200, body: Stored },
  errors: ['conflict', 'unavailable'],
}));

const form = { area: 'settings', method: 'GET', access: 'key', scope: 'any', generation: 'v1', errors: [] } as const;

export const getAgentSettingsSchema = defineEndpoint(() => ({
  ...form,
  id: 'get-agent-settings-schema',
  path: '/api/v1/settings/agent-schema',
  summary: 'The form of agent settings',
  success: { status: 200, body: SettingsSchema },
  constant: agentSettingsForm,
}));

export const getConversationSettingsSchema = defineEndpoint(() => ({
  ...form,
  id: 'get-conversation-settings-schema',
  path: '/api/v1/settings/conversation-schema',
  summary: 'The form of conversation settings',
  success: { status: 200, body: SettingsSchema },
  constant: conversationSettingsForm,
}));
