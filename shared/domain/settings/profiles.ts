import type * as z from 'zod';
import type { saveProfile as endpoint } from '../../contract/settings/profiles.ts';
import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { AppError, NotFoundError, type Revisions } from '../../platform/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import { type ChangeDeps, changeSettings } from './change-settings.ts';
import { addressOf, connectionOf, type DeploymentModel, linkedModel, llmOf, textOf } from './language-model.ts';
import { plainInModel } from './plain-fields.ts';
import { sealTexts } from './seal-texts.ts';
import { replaceSealed, restoreMasked, sealedIn } from './sealed-json.ts';
import { type LlmProfile, noSettings, type OwnerSettings } from './settings-store.ts';
import { withCheckedActiveProfile, withinLimits } from './update-settings.ts';

const MAX_PROFILES = 20;

/** A profile to save, with sealed secrets. */
interface SealedProfile {
  readonly name: string;
  /** Undefined for the model in use. */
  readonly llm: JsonObject | undefined;
  /** Whether the stored key stays: the request asks for it, or has no key or a mask. */
  readonly keepsKey: boolean;
  readonly withSecrets: boolean;
}

async function sealProfile(
  ownerId: string,
  name: string,
  request: z.output<(typeof endpoint)['body']>,
  vault: Pick<Vault, 'seal'>,
): Promise<SealedProfile> {
  const { llm, include_secrets: withSecrets = true, preserve_existing_api_key: keeps = false } = request ?? {};
  if (!llm) return { name, llm: undefined, keepsKey: keeps, withSecrets };
  const sent = JsonObject.parse(JSON.parse(JSON.stringify(llm)));
  const keepsKey = keeps || llm.api_key === undefined || llm.api_key === null || llm.api_key === MASK;
  const sealed = JsonObject.parse(await sealTexts(ownerId, sent, plainInModel, vault));
  return { name, llm: withoutNulls(sealed), keepsKey, withSecrets };
}

/** @throws AppError `conflict` when the owner has the maximum number */
function withProfile(settings: OwnerSettings, profile: SealedProfile, model: string): OwnerSettings {
  const { name, keepsKey, withSecrets } = profile;
  const before = settings.profiles.find((known) => known.name === name);
  if (!before && settings.profiles.length >= MAX_PROFILES) {
    throw new AppError('conflict', `You can keep at most ${MAX_PROFILES} profiles. Delete one first.`);
  }
  const used = profile.llm
    ? restoreMasked(profile.llm, before?.llm ?? {}, plainInModel)
    : { model, ...llmOf(settings) };
  const key = keepsKey && before ? before.llm.api_key : used.api_key;
  const complete = withKey(used, key);
  const saved = { name, llm: withSecrets ? complete : withoutSecrets(complete) };
  const profiles = before
    ? settings.profiles.map((known) => (known === before ? saved : known))
    : [...settings.profiles, saved];
  return withinLimits(withCheckedActiveProfile({ ...settings, profiles }));
}

/** @throws NotFoundError */
export function withActive(settings: OwnerSettings, name: string): OwnerSettings {
  const { llm } = getProfile(settings, name);
  return { ...settings, agent_settings: { ...settings.agent_settings, llm }, active_profile: name };
}

/** Idempotent. */
export function withoutProfile(settings: OwnerSettings, name: string): OwnerSettings {
  const profiles = settings.profiles.filter((known) => known.name !== name);
  return profiles.length === settings.profiles.length ? settings : withCheckedActiveProfile({ ...settings, profiles });
}

/** @throws NotFoundError; AppError `conflict` when the name is taken */
export function withRenamed(settings: OwnerSettings, name: string, newName: string): OwnerSettings {
  const profile = getProfile(settings, name);
  if (newName !== name && settings.profiles.some((known) => known.name === newName)) {
    throw new AppError('conflict', `A profile named ${newName} already exists. Use another name.`);
  }
  const profiles = settings.profiles.map((known) => (known === profile ? { ...known, name: newName } : known));
  // Agent profiles keep their language model.
  const agents = settings.agent_profiles.map((agent) =>
    agent.fields.llm_profile_ref === name ? { ...agent, fields: { ...agent.fields, llm_profile_ref: newName } } : agent,
  );
  return {
    ...settings,
    profiles,
    agent_profiles: agents,
    active_profile: settings.active_profile === name ? newName : settings.active_profile,
  };
}

/** @throws NotFoundError */
export function getProfile(settings: OwnerSettings, name: string): LlmProfile {
  const profile = settings.profiles.find((known) => known.name === name);
  if (!profile) throw new NotFoundError('Profile', name);
  return profile;
}

function summaryOf({ name, llm }: LlmProfile, settings: OwnerSettings) {
  const linked = linkedModel(llm, settings);
  const link = textOf(llm.provider_connection_id);
  return {
    name,
    model: textOf(llm.model),
    base_url: addressOf(linked),
    api_key_set: hasKey(linked),
    ...(link === null
      ? {}
      : { provider_connection_id: link, provider_connection_broken: connectionOf(llm, settings) === undefined }),
  };
}

/** The profiles of an owner for a list. */
export function profileList(settings: OwnerSettings | undefined) {
  return {
    profiles: (settings?.profiles ?? []).map((profile) => summaryOf(profile, settings ?? noSettings(''))),
    active_profile: settings?.active_profile ?? null,
  };
}

/** A model for its owner: the key is null, and each other secret is a mask, which a save restores. */
export function shownModel(llm: JsonObject): JsonObject {
  return { ...JsonObject.parse(replaceSealed(llm, () => MASK)), api_key: null };
}

export function hasKey(llm: JsonObject): boolean {
  return sealedIn(llm.api_key) !== undefined;
}

function withKey(llm: JsonObject, key: Json | undefined): JsonObject {
  const { api_key: _key, ...rest } = llm;
  return key === undefined ? rest : { ...rest, api_key: key };
}

function withoutSecrets(llm: JsonObject): JsonObject {
  return withoutNulls(JsonObject.parse(replaceSealed(llm, () => null)));
}

function withoutNulls(llm: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(llm).filter(([, value]) => value !== null));
}

export interface SaveProfileDeps extends ChangeDeps {
  readonly vault: Pick<Vault, 'seal'>;
  readonly deployment: DeploymentModel;
}

/** Saves a profile. @throws AppError `conflict`, `validation_failed`, `unavailable` */
export async function saveProfile(
  ownerId: string,
  name: string,
  request: z.output<(typeof endpoint)['body']>,
  deps: SaveProfileDeps,
  revisions?: Revisions,
): Promise<void> {
  const profile = await sealProfile(ownerId, name, request, deps.vault);
  await changeSettings(ownerId, deps, (current) => withProfile(current, profile, deps.deployment.model), revisions);
}
