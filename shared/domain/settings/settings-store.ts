import * as z from 'zod';
import { JsonObject } from '../../contract/shapes/json.ts';
import { rowReader } from '../../platform/aws/rows.ts';
import { Sealed } from '../../platform/vault.ts';

/** A named language model. */
export const LlmProfile = z.object({ name: z.string(), llm: JsonObject });
export type LlmProfile = z.infer<typeof LlmProfile>;

/** A named agent. Its id does not change with the name. */
export const AgentProfile = z.object({
  id: z.string(),
  name: z.string(),
  /** Increases by one with each change. */
  revision: z.int(),
  fields: JsonObject,
});
export type AgentProfile = z.infer<typeof AgentProfile>;

/** A key for a provider, which several language models can share. */
const ProviderConnection = z.object({
  id: z.string(),
  display_name: z.string(),
  provider: z.string(),
  base_url: z.string().nullable(),
  /** Seconds since 1970. */
  created_at: z.int(),
  updated_at: z.int(),
  api_key: Sealed,
});
export type ProviderConnection = z.infer<typeof ProviderConnection>;

/** An owner's settings. Missing fields come from the deployment. All secrets are sealed. */
export const OwnerSettings = z.object({
  owner_id: z.string(),
  /** Increases by one with each change. */
  version: z.int(),
  updated_at: z.string(),
  agent_settings: JsonObject,
  conversation_settings: JsonObject,
  /** Preferences of user interfaces and agents. */
  preferences: JsonObject,
  /** All MCP servers as one sealed text, as URLs and arguments can also contain keys. */
  mcp: Sealed.nullable(),
  search_api_key: Sealed.nullable(),
  profiles: z.array(LlmProfile),
  active_profile: z.string().nullable(),
  agent_profiles: z.array(AgentProfile).default([]),
  active_agent_profile_id: z.string().nullable().default(null),
  provider_connections: z.array(ProviderConnection).default([]),
});
export type OwnerSettings = z.infer<typeof OwnerSettings>;

export const readSettings = /* @__PURE__ */ rowReader('settings', OwnerSettings);

/** One seal purpose for all settings, so that a profile's seals stay valid in the settings in use. */
export const SETTINGS_PURPOSE = 'settings';

/** The parts of settings that can contain sealed texts at any path. */
export function sealedParts(settings: OwnerSettings) {
  const { agent_settings: agent, conversation_settings: conversation, profiles, agent_profiles: agents } = settings;
  return [agent, conversation, ...profiles.map(({ llm }) => llm), ...agents.map(({ fields }) => fields)];
}

/** The settings of a new owner. */
export function noSettings(ownerId: string): OwnerSettings {
  return {
    owner_id: ownerId,
    version: 0,
    updated_at: '',
    agent_settings: {},
    conversation_settings: {},
    preferences: {},
    mcp: null,
    search_api_key: null,
    profiles: [],
    active_profile: null,
    agent_profiles: [],
    active_agent_profile_id: null,
    provider_connections: [],
  };
}

export interface SettingsStore {
  /** Reads consistently. */
  find(ownerId: string): Promise<OwnerSettings | undefined>;
  /** Saves the version after the stored one, from 1. @throws VersionConflictError */
  save(settings: OwnerSettings): Promise<void>;
}

export interface ReadDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
}

/** The settings of an owner, who can be a new one. */
export async function settingsOf(ownerId: string, { settings }: ReadDeps): Promise<OwnerSettings> {
  return (await settings.find(ownerId)) ?? noSettings(ownerId);
}
