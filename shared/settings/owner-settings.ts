import * as z from 'zod';
import { JsonObject } from '../contract/json.ts';
import { Sealed } from '../vault/vault.ts';

/** A language model under a name of the owner's own. */
export const LlmProfile = z.object({ name: z.string(), llm: JsonObject });
export type LlmProfile = z.infer<typeof LlmProfile>;

/** What an owner set. Whatever is missing in it is as the deployment has it. Secrets stand in it sealed, wherever they are. */
export const OwnerSettings = z.object({
  owner_id: z.string(),
  /** Rises by one with each change. */
  version: z.int(),
  updated_at: z.string(),
  agent_settings: JsonObject,
  conversation_settings: JsonObject,
  /** What user interfaces keep here and the service does not read: language, sounds, consents. */
  preferences: JsonObject,
  /** The whole list of MCP servers as one text: keys stand in their addresses and arguments too. */
  mcp: Sealed.nullable(),
  search_api_key: Sealed.nullable(),
  profiles: z.array(LlmProfile),
  active_profile: z.string().nullable(),
});
export type OwnerSettings = z.infer<typeof OwnerSettings>;

/** What the secrets of settings are sealed as. One purpose for all, so that a profile's key stays sealed when the profile is switched to. */
export const SETTINGS_PURPOSE = 'settings';

/** The settings of somebody who set nothing yet. */
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
  };
}
