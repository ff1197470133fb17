import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import type { McpChange } from '../../contract/shapes/mcp-config.ts';
import { Preferences, type SettingsUpdate } from '../../contract/shapes/settings.ts';
import type { Revisions } from '../../platform/errors.ts';
import type { Sealed, Vault } from '../../platform/vault.ts';
import { type ChangeDeps, changeSettings } from './change-settings.ts';
import { openServers, patchedServers, sealServers, serversOf } from './mcp-servers.ts';
import { type PlainTexts, plainInAgent, plainInConversation } from './plain-fields.ts';
import { MAX_SECRETS, sealTexts, tooLarge } from './seal-texts.ts';
import { allSealed, mergePatch, restoreMasked } from './sealed-json.ts';
import { type OwnerSettings, SETTINGS_PURPOSE, sealedParts } from './settings-store.ts';

/** Maximum size of an owner's sealed settings in characters. A row can have 400 KB. */
const MAX_SIZE = 200_000;

/** A change with sealed secrets, except MCP servers, which depend on the stored ones. Patches apply in order. */
interface SealedUpdate {
  readonly agent: readonly JsonObject[];
  readonly conversation: readonly JsonObject[];
  readonly preferences: JsonObject;
  /** Undefined keeps the stored servers, null removes them. */
  readonly mcp: McpChange | null | undefined;
  readonly searchKey: Sealed | null | undefined;
}

/** Divides a change into the parts of settings, and seals it. */
async function sealUpdate(ownerId: string, update: SettingsUpdate, vault: Pick<Vault, 'seal'>): Promise<SealedUpdate> {
  const { mcp_config: nestedMcp, ...diff } = update.agent_settings_diff ?? {};
  const nested = given({ ...diff, ...(diff.agent_kind === 'llm' ? { agent_kind: 'openhands' } : {}) });
  const seal = async (patch: JsonObject, isPlain: PlainTexts) =>
    JsonObject.parse(await sealTexts(ownerId, patch, isPlain, vault));
  const { max_iterations, confirmation_mode, security_analyzer } = update;
  const flatConversation = given({ max_iterations, confirmation_mode, security_analyzer });
  return {
    agent: await Promise.all(
      [flatAgent(update), withoutEmptyAddress(nested)].map((patch) => seal(patch, plainInAgent)),
    ),
    conversation: [flatConversation, await seal(given(update.conversation_settings_diff ?? {}), plainInConversation)],
    preferences: given(Preferences.parse(update)),
    mcp: nestedMcp === undefined ? update.mcp_config : nestedMcp,
    searchKey: await sealSearchKey(ownerId, update.search_api_key, vault),
  };
}

/** @throws AppError `validation_failed` when the settings become too large */
async function withUpdate(current: OwnerSettings, update: SealedUpdate, vault: Vault): Promise<OwnerSettings> {
  const next: OwnerSettings = {
    ...current,
    agent_settings: update.agent.reduce(mergeAgent, current.agent_settings),
    conversation_settings: update.conversation.reduce(mergeConversation, current.conversation_settings),
    preferences: mergePatch(current.preferences, update.preferences),
    mcp: await nextServers(current, update.mcp, vault),
    search_api_key: update.searchKey === undefined ? current.search_api_key : update.searchKey,
  };
  return withinLimits(withCheckedActiveProfile(next));
}

/** @throws AppError `validation_failed` for too large settings or too many secrets */
export function withinLimits(settings: OwnerSettings): OwnerSettings {
  const size = JSON.stringify(settings).length;
  if (size > MAX_SIZE)
    throw tooLarge(`Your settings can have at most ${MAX_SIZE} characters. With this change they would have ${size}.`);
  const secrets = allSealed(sealedParts(settings)).length;
  if (secrets > MAX_SECRETS)
    throw tooLarge(
      `Your settings can hold at most ${MAX_SECRETS} secrets. With this change they would hold ${secrets}.`,
    );
  return settings;
}

/** A profile is active while its model is in use. A change of the model itself makes it inactive. */
export function withCheckedActiveProfile(settings: OwnerSettings): OwnerSettings {
  const profile = settings.profiles.find(({ name }) => name === settings.active_profile);
  const isTrue = profile !== undefined && isDeepStrictEqual(profile.llm, settings.agent_settings.llm);
  return isTrue ? settings : { ...settings, active_profile: null };
}

/** A change of the kind of agent keeps the fields of the other kind, for a change back. */
function mergeAgent(current: JsonObject, patch: JsonObject): JsonObject {
  return mergePatch(current, restoreMasked(patch, current, plainInAgent));
}

function mergeConversation(current: JsonObject, patch: JsonObject): JsonObject {
  return mergePatch(current, restoreMasked(patch, current, plainInConversation));
}

async function nextServers(
  current: OwnerSettings,
  sent: McpChange | null | undefined,
  vault: Vault,
): Promise<Sealed | null> {
  if (sent === undefined) return current.mcp;
  if (sent === null) return null;
  const known = await openServers(current, vault);
  const config = sent.form === 'patch' ? patchedServers(sent.patch, known) : sent;
  return sealServers(current.owner_id, serversOf(config, known), vault);
}

/** Reads the flat fields of older clients. They send a null key when they do not show it. */
function flatAgent(update: SettingsUpdate): JsonObject {
  const { llm_api_key: key, enable_default_condenser: enabled, condenser_max_size: maxSize } = update;
  const llm = given({
    model: emptyAsNull(update.llm_model),
    base_url: emptyAsNull(update.llm_base_url),
    api_key: key ?? undefined,
  });
  const condenser = given({ enabled, max_size: maxSize });
  return given({
    agent: update.agent,
    llm: Object.keys(llm).length > 0 ? llm : undefined,
    condenser: Object.keys(condenser).length > 0 ? condenser : undefined,
  });
}

function withoutEmptyAddress(agent: JsonObject): JsonObject {
  const { llm } = agent;
  const parsed = JsonObject.safeParse(llm);
  return parsed.success && parsed.data.base_url === '' ? { ...agent, llm: { ...parsed.data, base_url: null } } : agent;
}

async function sealSearchKey(
  ownerId: string,
  key: string | null | undefined,
  vault: Pick<Vault, 'seal'>,
): Promise<Sealed | null | undefined> {
  if (key === undefined || key === null || key === MASK) return undefined;
  return key === '' ? null : vault.seal(ownerId, SETTINGS_PURPOSE, key);
}

function emptyAsNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}

/** The fields in the request, including those with null. */
function given(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

export interface StoreDeps extends ChangeDeps {
  readonly vault: Vault;
}

/** Changes an owner's settings. Seals secrets only once. @throws AppError `validation_failed`, `unavailable` */
export async function storeSettings(
  ownerId: string,
  update: SettingsUpdate,
  deps: StoreDeps,
  revisions?: Revisions,
): Promise<void> {
  const sealed = await sealUpdate(ownerId, update, deps.vault);
  await changeSettings(ownerId, deps, (current) => withUpdate(current, sealed, deps.vault), revisions);
}

/** Changes what no secret can be part of. @throws AppError `validation_failed` */
export function storePreferences(
  ownerId: string,
  update: z.input<typeof Preferences>,
  deps: ChangeDeps,
  revisions?: Revisions,
): Promise<OwnerSettings> {
  const patch = given(Preferences.parse(update));
  const change = (current: OwnerSettings) =>
    withinLimits({ ...current, preferences: mergePatch(current.preferences, patch) });
  return changeSettings(ownerId, deps, change, revisions);
}
