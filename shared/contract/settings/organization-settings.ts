import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { DateTime, Timestamp } from '../shapes/fields.ts';
import { JsonObject } from '../shapes/json.ts';
import { mcpRefusals } from '../shapes/mcp-config.ts';
import { OrganizationParams } from '../shapes/organization.ts';
import { NO_SUCH_SETTING, SettingsUpdate, settingsRefusals } from '../shapes/settings.ts';
import { line } from '../shapes/text.ts';

/** The settings of an owner in the forms that other services have for organizations and users. */
const common = { area: 'settings', tag: 'organization-settings', access: 'key', generation: 'v1' } as const;
const read = { ...common, scope: 'settings:read', method: 'GET' } as const;
const write = { ...common, scope: 'settings:write', method: 'POST' } as const;

const refusals = { ...settingsRefusals, custom: `${mcpRefusals.custom}; or ${NO_SUCH_SETTING}` } as const;

const byId = { path: '/api/organizations/{org_id}/settings', params: OrganizationParams } as const;

/** Older clients name the organization in the query, or not at all. */
const inQuery = z.object({ org_id: line(100).optional().meta({ description: "Default: the caller's organization." }) });
const models = { path: '/api/organizations/llm', query: inQuery } as const;
const app = { path: '/api/organizations/app', query: inQuery } as const;
const user = { path: '/api/users/app' } as const;

const Defaults = z
  .object({
    agent_settings: JsonObject,
    conversation_settings: JsonObject,
    llm_api_key_set: z.boolean(),
    search_api_key: z.string().nullable().meta({ description: 'Never shown.' }),
  })
  .meta({ id: 'OrganizationSettings' });

const DefaultsUpdate = SettingsUpdate.pick({
  agent_settings_diff: true,
  conversation_settings_diff: true,
  llm_api_key: true,
  search_api_key: true,
  enable_proactive_conversation_starters: true,
  v1_enabled: true,
  max_budget_per_task: true,
  remote_runtime_resource_factor: true,
  sandbox_base_container_image: true,
  sandbox_runtime_container_image: true,
}).meta({ id: 'OrganizationSettingsUpdate' });

const elsewhere = 'Send it to PATCH /api/organizations/{org_id}.';
const unsupported = { name: elsewhere, contact_name: elsewhere, contact_email: elsewhere } as const;

const same = 'The same settings as `/api/v1/settings`: all members of an organization share them.';

export const getOrganizationSettings = defineEndpoint(() => ({
  ...read,
  ...byId,
  id: 'get-organization-settings',
  revised: true,
  summary: "Get an organization's settings",
  description: same,
  success: { status: 200, body: Defaults },
  errors: ['not_found', 'unavailable'],
}));

export const updateOrganizationSettings = defineEndpoint(() => ({
  ...write,
  ...byId,
  id: 'update-organization-settings',
  revised: true,
  method: 'PATCH',
  summary: "Update an organization's settings",
  description: `${same} Fields that are not sent stay unchanged. The two \`_diff\` fields are merged deeply: null removes a field.`,
  body: DefaultsUpdate,
  unsupported,
  refusals,
  success: { status: 200, body: Defaults },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const getOrganizationModels = defineEndpoint(() => ({
  ...read,
  ...models,
  id: 'get-organization-models',
  summary: "Get an organization's settings, for older clients",
  description: same,
  success: { status: 200, body: Defaults },
  errors: ['not_found', 'unavailable'],
}));

export const updateOrganizationModels = defineEndpoint(() => ({
  ...write,
  ...models,
  id: 'update-organization-models',
  summary: "Update an organization's settings, for older clients",
  description: same,
  body: DefaultsUpdate,
  unsupported,
  refusals,
  success: { status: 200, body: Defaults },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

const AppSettings = z
  .object({
    enable_proactive_conversation_starters: z.boolean(),
    max_budget_per_task: z.number().nullable(),
    registered_marketplaces: z.array(z.never()).meta({ description: 'Always empty.' }),
    updated_at: Timestamp.nullable().meta({ description: 'When the settings changed last; null if they never did.' }),
  })
  .meta({ id: 'OrganizationAppSettings' });

export const getOrganizationApp = defineEndpoint(() => ({
  ...read,
  ...app,
  id: 'get-organization-app',
  summary: "Get an organization's app settings",
  description: same,
  success: { status: 200, body: AppSettings },
  errors: ['not_found'],
}));

export const updateOrganizationApp = defineEndpoint(() => ({
  ...write,
  ...app,
  id: 'update-organization-app',
  summary: "Update an organization's app settings",
  description: `${same} With \`last_known_updated_at\`, fails with 409 if they have changed since.`,
  body: z
    .object({
      ...SettingsUpdate.pick({ enable_proactive_conversation_starters: true, max_budget_per_task: true }).shape,
      registered_marketplaces: z.array(z.unknown()).max(0, 'This service has no marketplaces.').nullish(),
      last_known_updated_at: DateTime.nullish(),
    })
    .meta({ id: 'OrganizationAppSettingsUpdate' }),
  refusals: { custom: NO_SUCH_SETTING, too_big: '`registered_marketplaces` is not empty' },
  success: { status: 200, body: AppSettings },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

const FULL_CLONE = 'Clones have the newest commit. Let the agent fetch more history.';

const UserSettings = z
  .object({
    language: z.string().nullable(),
    user_consents_to_analytics: z.boolean().nullable(),
    enable_sound_notifications: z.boolean(),
    git_user_name: z.string().nullable(),
    git_user_email: z.string().nullable(),
    git_full_clone: z.null().meta({ description: 'Clones have the newest commit. Agents fetch more history.' }),
  })
  .meta({ id: 'UserAppSettings' });

export const getUserApp = defineEndpoint(() => ({
  ...read,
  ...user,
  id: 'get-user-app',
  summary: 'Get app settings',
  description: same,
  success: { status: 200, body: UserSettings },
  errors: [],
}));

export const updateUserApp = defineEndpoint(() => ({
  ...write,
  ...user,
  id: 'update-user-app',
  summary: 'Update app settings',
  description: `${same} Fields that are not sent stay unchanged.`,
  body: z
    .object({
      ...SettingsUpdate.pick({
        language: true,
        user_consents_to_analytics: true,
        enable_sound_notifications: true,
        git_user_name: true,
        git_user_email: true,
      }).shape,
      git_full_clone: z.literal(false, { error: FULL_CLONE }).nullish(),
    })
    .meta({ id: 'UserAppSettingsUpdate' }),
  success: { status: 200, body: UserSettings },
  errors: ['conflict', 'unavailable'],
}));
