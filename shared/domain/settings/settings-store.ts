import * as z from 'zod';
import { JsonObject } from '../../contract/shapes/json.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Revisions, requireRevision, retryLostRaces } from '../../platform/errors.ts';
import { Sealed } from '../../platform/vault.ts';

/** A language model under a name of the owner's own. */
export const LlmProfile = z.object({ name: z.string(), llm: JsonObject });
export type LlmProfile = z.infer<typeof LlmProfile>;

/** An agent under a name of the owner's own. The id stays when the name changes. */
export const AgentProfile = z.object({
  id: z.string(),
  name: z.string(),
  /** Rises by one with each change. */
  revision: z.int(),
  fields: JsonObject,
});
export type AgentProfile = z.infer<typeof AgentProfile>;

/** A key to a provider that several language models share. */
const ProviderConnection = z.object({
  id: z.string(),
  display_name: z.string(),
  provider: z.string(),
  base_url: z.string().nullable(),
  /** In seconds since 1970. */
  created_at: z.int(),
  updated_at: z.int(),
  api_key: Sealed,
});
export type ProviderConnection = z.infer<typeof ProviderConnection>;

/** An owner's settings. Missing fields come from the deployment. All secrets in it are sealed. */
export const OwnerSettings = z.object({
  owner_id: z.string(),
  /** Rises by one with each change. */
  version: z.int(),
  updated_at: z.string(),
  agent_settings: JsonObject,
  conversation_settings: JsonObject,
  /** Preferences of user interfaces that the service does not read: language, sounds, consents. */
  preferences: JsonObject,
  /** The whole list of MCP servers as one text: keys stand in their addresses and arguments too. */
  mcp: Sealed.nullable(),
  search_api_key: Sealed.nullable(),
  profiles: z.array(LlmProfile),
  active_profile: z.string().nullable(),
  agent_profiles: z.array(AgentProfile).default([]),
  active_agent_profile_id: z.string().nullable().default(null),
  provider_connections: z.array(ProviderConnection).default([]),
});
export type OwnerSettings = z.infer<typeof OwnerSettings>;

/** One seal purpose for all settings, so that a profile's key stays sealed after a switch of profiles. */
export const SETTINGS_PURPOSE = 'settings';

/** The parts of settings in which sealed texts stand by path. */
export function sealedParts(settings: OwnerSettings) {
  const { agent_settings: agent, conversation_settings: conversation, profiles, agent_profiles: agents } = settings;
  return [agent, conversation, ...profiles.map(({ llm }) => llm), ...agents.map(({ fields }) => fields)];
}

/** The settings of an owner who has set none yet. */
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
  /** As they are now. */
  find(ownerId: string): Promise<OwnerSettings | undefined>;
  /** Saves the version after the stored one; 1 is the first. @throws VersionConflictError */
  save(settings: OwnerSettings): Promise<void>;
}

/** What reads settings and never changes them. */
export interface ReadDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
}

export interface ChangeDeps {
  readonly settings: SettingsStore;
  readonly now: Clock;
}

/**
 * Reads, changes and saves settings, and repeats this after a lost race. Without a difference, nothing is saved.
 *
 * @throws PreconditionFailedError where they are at none of the revisions, also after a lost race
 */
export function changeSettings(
  ownerId: string,
  deps: ChangeDeps,
  change: (current: OwnerSettings) => OwnerSettings | Promise<OwnerSettings>,
  revisions?: Revisions,
): Promise<OwnerSettings> {
  return retryLostRaces(async () => {
    const current = (await deps.settings.find(ownerId)) ?? noSettings(ownerId);
    requireRevision(current.version, revisions, 'settings');
    const changed = await change(current);
    if (changed === current) return current;
    const next = { ...changed, version: current.version + 1, updated_at: timestamp(deps.now()) };
    await deps.settings.save(next);
    return next;
  });
}
