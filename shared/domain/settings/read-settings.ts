import type * as z from 'zod';
import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { Preferences, type Settings } from '../../contract/shapes/settings.ts';
import type { Sealed, Vault } from '../../platform/vault.ts';
import { isObject, type Path } from './json-path.ts';
import { chooseModel, type DeploymentModel, llmOf, ownModel, textOf } from './language-model.ts';
import { listsOf, type McpServers, openServers, type ShownServers } from './mcp-servers.ts';
import { inParallel } from './seal-texts.ts';
import { allSealed, mergePatch, replaceSealed } from './sealed-json.ts';
import type { GitHubApp, OwnerGit, SecretStore } from './secrets/secret-store.ts';
import { noSettings, type OwnerSettings, SETTINGS_PURPOSE, type SettingsStore, sealedParts } from './settings-store.ts';

export interface ReadDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly secrets: Pick<SecretStore, 'allGit'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly shown: Pick<ShownServers, 'of'>;
  readonly deployment: DeploymentModel;
}

type ShowDeps = Pick<ReadDeps, 'vault' | 'shown' | 'deployment'>;

interface SettingsRows {
  readonly ownerId: string;
  readonly stored: OwnerSettings | undefined;
  readonly git: OwnerGit;
}

/** The secrets that the caller sees. `servers`: only those of MCP servers, for callers with a session key. */
type Exposure = 'hidden' | 'masked' | 'servers' | 'all';

/** An owner's settings for clients, with the deployment's defaults. */
export async function readSettings(ownerId: string, exposure: Exposure, deps: ReadDeps) {
  return showSettings(await readRows(ownerId, deps), exposure, deps);
}

/** An owner's settings and git tokens. */
export async function readRows(ownerId: string, deps: Pick<ReadDeps, 'settings' | 'secrets'>): Promise<SettingsRows> {
  const [stored, git] = await Promise.all([deps.settings.find(ownerId), deps.secrets.allGit(ownerId)]);
  return { ownerId, stored, git };
}

/** The rows of an owner for clients. */
export async function showSettings({ ownerId, stored, git }: SettingsRows, exposure: Exposure, deps: ShowDeps) {
  const settings = stored ?? noSettings(ownerId);
  const isMasked = exposure === 'hidden' || exposure === 'masked';
  const [servers, texts] = await Promise.all([
    isMasked ? deps.shown.of(settings) : openServers(settings, deps.vault),
    exposure === 'all' ? openAll(settings, deps.vault) : new Map<string, string>(),
  ]);
  const hidden = (path: Path) => (exposure === 'hidden' && isKey(path) ? null : MASK);
  const view = settingsView({
    settings,
    deployment: deps.deployment,
    git,
    servers,
    show: (sealed, path) => texts.get(sealed.tag) ?? hidden(path),
  });
  return { view, isStored: stored !== undefined, version: settings.version };
}

/** Clients expect null for these, as fields such as `llm_api_key_set` report them. */
function isKey(path: Path): boolean {
  return path.at(-1) === 'api_key' || path.at(-1) === 'search_api_key';
}

/** All secrets by their tags, which are unique. */
async function openAll(settings: OwnerSettings, vault: Pick<Vault, 'open'>): Promise<Map<string, string>> {
  const { search_api_key: searchKey } = settings;
  const texts = new Map<string, string>();
  await inParallel([...allSealed(sealedParts(settings)), ...(searchKey ? [searchKey] : [])], async (sealed) => {
    texts.set(sealed.tag, await vault.open(settings.owner_id, SETTINGS_PURPOSE, sealed));
  });
  return texts;
}

interface Viewed {
  readonly settings: OwnerSettings;
  readonly deployment: DeploymentModel;
  readonly git: OwnerGit;
  /** Masked or in clear, as the caller sees them. */
  readonly servers: McpServers;
  /** Returns null, a mask or the secret for the caller. */
  readonly show: (sealed: Sealed, path: Path) => string | null;
}

/** The defaults of agents, which user interfaces show. */
const defaultAgent: JsonObject = {
  agent_kind: 'openhands',
  agent: 'CodeActAgent',
  condenser: { enabled: true, max_size: 240 },
};
const defaultConversation: JsonObject = { max_iterations: 500, confirmation_mode: false, security_analyzer: 'llm' };

/** Settings for clients of both generations: flat and nested fields, with the deployment's defaults. */
function settingsView({ settings, deployment, git, servers, show }: Viewed): z.input<typeof Settings> {
  const { model, key } = chooseModel(ownModel(settings), deployment);
  const shown = (value: Json) => JsonObject.parse(replaceSealed(value, show));
  const ownLlm = shown(llmOf(settings));
  const llm = { ...ownLlm, model, base_url: textOf(ownLlm.base_url), api_key: ownLlm.api_key ?? null };
  const agent: JsonObject = { ...mergePatch(defaultAgent, shown(settings.agent_settings)), llm, mcp_config: servers };
  const conversation = mergePatch(defaultConversation, shown(settings.conversation_settings));
  const condenser = isObject(agent.condenser) ? agent.condenser : {};
  const { search_api_key: searchKey } = settings;
  return {
    ...preferencesOf(settings),
    agent: textOf(agent.agent) ?? 'CodeActAgent',
    max_iterations: numberOf(conversation.max_iterations) ?? 500,
    security_analyzer: textOf(conversation.security_analyzer),
    confirmation_mode: conversation.confirmation_mode === true,
    llm_model: model,
    llm_base_url: llm.base_url,
    llm_api_key: textOf(llm.api_key),
    llm_api_key_set: key !== 'none',
    search_api_key: searchKey && show(searchKey, ['search_api_key']),
    search_api_key_set: searchKey !== null,
    provider_tokens_set: Object.fromEntries(git.git.map(({ provider, host }) => [provider, host])),
    github_app: git.app ? appView(git.app) : null,
    enable_default_condenser: condenser.enabled !== false,
    condenser_max_size: numberOf(condenser.max_size),
    mcp_config: listsOf(servers),
    sandbox_api_key: null,
    agent_settings: agent,
    conversation_settings: conversation,
    llm_profiles: {
      profiles: Object.fromEntries(settings.profiles.map(({ name, llm: profile }) => [name, shown(profile)])),
      active: settings.active_profile,
    },
  };
}

function appView({ app_id, installation_id, host }: GitHubApp) {
  return { app_id, installation_id, host };
}

/** Omits stored preferences that newer rules reject. */
function acceptedOf(preferences: OwnerSettings['preferences']): z.output<typeof Preferences> {
  const refused = new Set(Preferences.safeParse(preferences).error?.issues.map(({ path: [name] }) => name));
  return Preferences.parse(Object.fromEntries(Object.entries(preferences).filter(([name]) => !refused.has(name))));
}

/** The preferences of user interfaces, with their defaults. */
export function preferencesOf({ preferences }: OwnerSettings) {
  const set = acceptedOf(preferences);
  return {
    language: set.language ?? null,
    user_version: set.user_version ?? null,
    email: set.email ?? null,
    email_verified: set.email_verified ?? null,
    git_user_name: set.git_user_name ?? null,
    git_user_email: set.git_user_email ?? null,
    user_consents_to_analytics: set.user_consents_to_analytics ?? null,
    enable_sound_notifications: set.enable_sound_notifications ?? false,
    enable_desktop_notifications: set.enable_desktop_notifications ?? false,
    enable_proactive_conversation_starters: set.enable_proactive_conversation_starters ?? true,
    enable_solvability_analysis: set.enable_solvability_analysis ?? false,
    disabled_skills: set.disabled_skills ?? null,
    max_budget_per_task: set.max_budget_per_task ?? null,
    remote_runtime_resource_factor: set.remote_runtime_resource_factor ?? null,
    sandbox_base_container_image: set.sandbox_base_container_image ?? null,
    sandbox_runtime_container_image: set.sandbox_runtime_container_image ?? null,
    sandbox_grouping_strategy: set.sandbox_grouping_strategy ?? 'NO_GROUPING',
    v1_enabled: set.v1_enabled ?? true,
    is_new_user: set.is_new_user ?? false,
    default_visibility: set.default_visibility ?? 'members',
  };
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
