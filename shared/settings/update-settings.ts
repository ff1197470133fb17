import { isDeepStrictEqual } from 'node:util';
import { type Json, JsonObject } from '../contract/json.ts';
import type { McpConfig } from '../contract/mcp-config.ts';
import { Preferences, type SettingsUpdate } from '../contract/settings.ts';
import { AppError } from '../errors.ts';
import type { Sealed, Vault } from '../vault/vault.ts';
import { serversOf } from './mcp-servers.ts';
import { mergePatch } from './merge-patch.ts';
import { type OwnerSettings, SETTINGS_PURPOSE } from './owner-settings.ts';
import { MAX_SECRETS, sealTexts } from './seal-texts.ts';
import { allSealed, MASK } from './sealed-json.ts';
import { openServers, sealServers } from './stored-servers.ts';

/** How many characters the settings of one owner may take, sealed: a row holds 400 KB. */
const MAX_SIZE = 200_000;

/** A change whose secrets are sealed, but for MCP servers: how those are kept depends on what is stored. The patches follow one another. */
export interface SealedUpdate {
  readonly agent: readonly JsonObject[];
  readonly conversation: readonly JsonObject[];
  readonly preferences: JsonObject;
  /** Undefined leaves what is there, null takes it away. */
  readonly mcp: McpConfig | null | undefined;
  readonly searchKey: Sealed | null | undefined;
}

/** Sorts what was sent by where it belongs, and seals it. */
export async function sealUpdate(
  ownerId: string,
  update: SettingsUpdate,
  vault: Pick<Vault, 'seal'>,
): Promise<SealedUpdate> {
  const { mcp_config: nestedMcp, ...diff } = update.agent_settings_diff ?? {};
  const nested = given({ ...diff, ...(diff.agent_kind === 'llm' ? { agent_kind: 'openhands' } : {}) });
  const sealed = await Promise.all(
    [flatAgent(update), withoutEmptyAddress(nested)].map((patch) => sealTexts(ownerId, patch, vault)),
  );
  const { max_iterations, confirmation_mode, security_analyzer } = update;
  const flatConversation = given({ max_iterations, confirmation_mode, security_analyzer });
  return {
    agent: sealed.map((patch) => JsonObject.parse(patch)),
    conversation: [flatConversation, given(update.conversation_settings_diff ?? {})],
    preferences: given(Preferences.parse(update)),
    mcp: nestedMcp === undefined ? update.mcp_config : nestedMcp,
    searchKey: await sealSearchKey(ownerId, update.search_api_key, vault),
  };
}

/**
 * Settings after a change.
 *
 * @throws AppError `validation_failed` when they get too large.
 */
export async function withUpdate(current: OwnerSettings, update: SealedUpdate, vault: Vault): Promise<OwnerSettings> {
  const next: OwnerSettings = {
    ...current,
    agent_settings: update.agent.reduce(mergeAgent, current.agent_settings),
    conversation_settings: update.conversation.reduce(mergePatch, current.conversation_settings),
    preferences: mergePatch(current.preferences, update.preferences),
    mcp: await nextServers(current, update.mcp, vault),
    search_api_key: update.searchKey === undefined ? current.search_api_key : update.searchKey,
  };
  return withinLimits(withTrueProfile(next));
}

/** @throws AppError `validation_failed` when there is too much of it. */
export function withinLimits(settings: OwnerSettings): OwnerSettings {
  const size = JSON.stringify(settings).length;
  if (size > MAX_SIZE) throw tooMuch(`settings would take ${size} characters; ${MAX_SIZE} are allowed`);
  const secrets = allSealed([settings.agent_settings, ...settings.profiles.map(({ llm }) => llm)]).length;
  if (secrets > MAX_SECRETS) throw tooMuch(`settings would hold ${secrets} secrets; ${MAX_SECRETS} are allowed`);
  return settings;
}

/** A profile is in use only as long as its model is: whoever changes the model by hand uses none. */
export function withTrueProfile(settings: OwnerSettings): OwnerSettings {
  const profile = settings.profiles.find(({ name }) => name === settings.active_profile);
  const isTrue = profile !== undefined && isDeepStrictEqual(profile.llm, settings.agent_settings.llm);
  return isTrue ? settings : { ...settings, active_profile: null };
}

/** The settings of another kind of agent mean nothing to this one: it begins with none. */
function mergeAgent(current: JsonObject, patch: JsonObject): JsonObject {
  const kind = patch.agent_kind ?? undefined;
  const isOther = kind !== undefined && kind !== (current.agent_kind ?? 'openhands');
  return mergePatch(isOther ? {} : current, patch);
}

async function nextServers(
  current: OwnerSettings,
  sent: McpConfig | null | undefined,
  vault: Vault,
): Promise<Sealed | null> {
  if (sent === undefined) return current.mcp;
  if (sent === null) return null;
  return sealServers(current.owner_id, serversOf(sent, await openServers(current, vault)), vault);
}

/** The flat names of older clients. A key that is null is one that they do not show. */
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

/** What was sent at all: null is something, undefined is nothing. */
function given(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

function tooMuch(detail: string): AppError {
  const errors = [{ loc: ['body'], msg: detail, type: 'too_big', pointer: '#' }];
  return new AppError('validation_failed', detail, { extensions: { errors } });
}
