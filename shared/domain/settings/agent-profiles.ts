import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { AgentProfileInput } from '../../contract/shapes/agent-sections.ts';
import { JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { AppError, badField, NotFoundError } from '../../platform/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import { type ChangeDeps, changeSettings } from './change-settings.ts';
import { textOf } from './language-model.ts';
import { plainInAgentProfile } from './plain-fields.ts';
import { sealTexts } from './seal-texts.ts';
import { replaceSealed, restoreMasked } from './sealed-json.ts';
import type { AgentProfile, OwnerSettings, SettingsStore } from './settings-store.ts';
import { withinLimits } from './update-settings.ts';

const MAX_AGENT_PROFILES = 50;

/**
 * Settings with a saved agent profile. Masks stand for its stored secrets.
 *
 * @param fields sealed
 * @param newId the id of a new profile
 * @throws AppError `conflict` when the owner has the maximum number
 */
function withAgentProfile(settings: OwnerSettings, name: string, fields: JsonObject, newId: string): OwnerSettings {
  const known = settings.agent_profiles;
  const before = known.find((profile) => profile.name === name);
  if (!before && known.length >= MAX_AGENT_PROFILES) {
    throw new AppError('conflict', `You can keep at most ${MAX_AGENT_PROFILES} agent profiles. Delete one first.`);
  }
  const saved = {
    id: before?.id ?? newId,
    name,
    revision: (before?.revision ?? -1) + 1,
    fields: restoreMasked(fields, before?.fields ?? {}, plainInAgentProfile),
  };
  const profiles = before ? known.map((profile) => (profile === before ? saved : profile)) : [...known, saved];
  return withinLimits({ ...settings, agent_profiles: profiles });
}

/** Idempotent. */
export function withoutAgentProfile(settings: OwnerSettings, name: string): OwnerSettings {
  const gone = settings.agent_profiles.find((profile) => profile.name === name);
  if (!gone) return settings;
  const { active_agent_profile_id: active } = settings;
  return {
    ...settings,
    agent_profiles: settings.agent_profiles.filter((profile) => profile !== gone),
    active_agent_profile_id: active === gone.id ? null : active,
  };
}

/** @throws NotFoundError; AppError `conflict` when the name is taken */
export function withRenamedAgent(settings: OwnerSettings, name: string, newName: string): OwnerSettings {
  const profile = agentProfileOf(settings, name);
  if (newName !== name && settings.agent_profiles.some((known) => known.name === newName)) {
    throw new AppError('conflict', `An agent profile named ${newName} already exists. Use another name.`);
  }
  const renamed = { ...profile, name: newName };
  return {
    ...settings,
    agent_profiles: settings.agent_profiles.map((known) => (known === profile ? renamed : known)),
  };
}

/** @throws NotFoundError */
export function withActiveAgent(settings: OwnerSettings, id: string): OwnerSettings {
  const profile = settings.agent_profiles.find((known) => known.id === id);
  if (!profile) throw new NotFoundError('Agent profile', id);
  return { ...settings, active_agent_profile_id: id };
}

/** @throws NotFoundError */
export function agentProfileOf(settings: OwnerSettings, name: string): AgentProfile {
  const profile = settings.agent_profiles.find((known) => known.name === name);
  if (!profile) throw new NotFoundError('Agent profile', name);
  return profile;
}

export function agentProfileSummary({ id, name, revision, fields }: AgentProfile) {
  const { mcp_server_refs: servers } = fields;
  return {
    id,
    name,
    agent_kind: kindOf(fields),
    revision,
    llm_profile_ref: textOf(fields.llm_profile_ref),
    mcp_server_refs: Array.isArray(servers) ? servers.map(String) : null,
  };
}

/** An agent profile for its owner, with a mask for each secret. */
export function shownAgentProfile({ id, name, revision, fields }: AgentProfile): JsonObject {
  const shown = JsonObject.parse(replaceSealed(fields, () => MASK));
  return { mcp_server_refs: null, secret_refs: null, ...shown, id, name, revision };
}

function kindOf({ agent_kind: kind }: JsonObject): 'openhands' | 'acp' {
  return kind === 'acp' ? 'acp' : 'openhands';
}

export interface SaveAgentProfileDeps extends ChangeDeps {
  readonly vault: Pick<Vault, 'seal'>;
}

/** Seals and saves an agent profile. @throws AppError `conflict`, `validation_failed` */
export async function saveAgentProfile(
  ownerId: string,
  name: string,
  profile: z.output<typeof AgentProfileInput>,
  deps: SaveAgentProfileDeps,
): Promise<void> {
  const { id: _id, name: _name, revision: _revision, ...fields } = profile;
  const sent = JsonObject.parse(JSON.parse(JSON.stringify(fields)));
  const sealed = JsonObject.parse(await sealTexts(ownerId, sent, plainInAgentProfile, deps.vault));
  const newId = randomUUID();
  await changeSettings(ownerId, deps, (current) => withAgentProfile(current, name, sealed, newId));
}

/** The agent profile of a conversation, as its row has it. */
export interface LaunchedProfile {
  readonly agent_profile_id: string;
  readonly revision: number;
}

/** The agent profile of a start request. Its language model must exist. @throws AppError `validation_failed` */
export async function launchedProfile(
  ownerId: string,
  id: string | null,
  { settings }: { readonly settings: Pick<SettingsStore, 'find'> },
): Promise<LaunchedProfile | null> {
  if (id === null) return null;
  const refused = (msg: string) => badField(['agent_profile_id'], msg, 'unknown_profile');
  const stored = await settings.find(ownerId);
  const profile = stored?.agent_profiles.find((known) => known.id === id);
  if (!stored || !profile) throw refused('Unknown agent profile. Use the ID of one of your agent profiles.');
  const { name, revision, fields } = profile;
  if (kindOf(fields) !== 'acp' && !stored.profiles.some((known) => known.name === fields.llm_profile_ref))
    throw refused(`The language model of agent profile '${name}' does not exist. Choose another model for it.`);
  return { agent_profile_id: id, revision };
}
