import type { GitProvider } from '../../contract/shapes/enums.ts';
import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import { isObject } from './json-path.ts';
import { linkedModel, llmOf, textOf } from './language-model.ts';
import { enabledServers, type McpServers, openServers } from './mcp-servers.ts';
import { type ModelDeps, openModel } from './model-reader.ts';
import { inParallel, openSealed } from './seal-texts.ts';
import { CUSTOM_PURPOSE, gitPurpose, type OwnerSecrets, type SecretStore } from './secrets/secret-store.ts';
import { type AgentProfile, noSettings, type OwnerSettings, type SettingsStore } from './settings-store.ts';
import type {
  GitToken,
  SettingsReader,
  StartAgent,
  StartChoice,
  StartSecret,
  StartSettings,
} from './start-settings.ts';

interface ReaderDeps extends ModelDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly secrets: Pick<SecretStore, 'all'>;
}

/** Decrypts settings, with two reads, and one call to KMS for each sealed text. */
export function vaultSettingsReader(deps: ReaderDeps): SettingsReader {
  return { forStart: (ownerId, choice) => settingsForStart(ownerId, choice, deps) };
}

async function settingsForStart(
  ownerId: string,
  choice: StartChoice | undefined,
  deps: ReaderDeps,
): Promise<StartSettings> {
  const { settings, secrets, vault } = deps;
  const [stored, kept] = await Promise.all([settings.find(ownerId), secrets.all(ownerId)]);
  const { settings: own, kind, servers: servedBy, secrets: known } = chosen(stored ?? noSettings(ownerId), choice);
  const [llm, opened, servers, agent] = await Promise.all([
    openModel(ownerId, linkedModel(llmOf(own), own), deps),
    openSecrets(kept, vault),
    openServers(own, vault),
    openAgent(own, kind, vault),
  ]);
  const enabled = only(enabledServers(servers), servedBy);
  const { max_iterations: most, confirmation_mode: confirms, security_analyzer: analyzer } = own.conversation_settings;
  return {
    llm,
    ...opened,
    mcpConfig: Object.keys(enabled).length > 0 ? enabled : null,
    conversation: {
      maxIterations: typeof most === 'number' ? most : null,
      confirmationMode: confirms === true,
      ...(analyzer === 'llm' ? { ratesRisks: true } : {}),
    },
    ...(agent ? { agent } : {}),
    ...(known ? { secretNames: known } : {}),
  };
}

async function openSecrets({ custom, git }: OwnerSecrets, vault: Pick<Vault, 'open'>) {
  const secrets = new Map<string, StartSecret>();
  const gitTokens = new Map<GitProvider, GitToken>();
  const openCustom = custom.map(({ owner_id: owner, name, description, sealed }) => async () => {
    secrets.set(name, { value: await vault.open(owner, CUSTOM_PURPOSE, sealed), description });
  });
  const openGit = git.map(({ owner_id: owner, provider, host, sealed }) => async () => {
    gitTokens.set(provider, { token: await vault.open(owner, gitPurpose(provider), sealed), host });
  });
  await inParallel([...openCustom, ...openGit], (open) => open());
  return { secrets, gitTokens };
}

/** The servers with these names; null for all. */
function only(servers: McpServers, names: readonly string[] | null): McpServers {
  if (names === null) return servers;
  return Object.fromEntries(Object.entries(servers).filter(([name]) => names.includes(name)));
}

/** The owner's settings with the choices of a start. */
interface ChosenSettings {
  readonly settings: OwnerSettings;
  readonly kind: StartAgent['kind'];
  /** The names of MCP servers and of secrets to use; null for all. */
  readonly servers: readonly string[] | null;
  readonly secrets: readonly string[] | null;
}

/** @throws NotFoundError for an unknown agent profile or language model */
function chosen(own: OwnerSettings, choice: StartChoice | undefined): ChosenSettings {
  const { agentProfileId = null, agentKind = null, llmProfile = null } = choice ?? {};
  const launched = agentProfileId === null ? ofOwner(own, agentKind) : ofProfile(own, agentProfileId);
  return { ...launched, settings: withModel(launched.settings, llmProfile) };
}

function ofOwner(own: OwnerSettings, kind: StartAgent['kind'] | null): ChosenSettings {
  const isAcp = own.agent_settings.agent_kind === 'acp';
  return { settings: own, kind: kind ?? (isAcp ? 'acp' : 'openhands'), servers: null, secrets: null };
}

function ofProfile(own: OwnerSettings, id: string): ChosenSettings {
  const profile = own.agent_profiles.find((known) => known.id === id);
  if (!profile) throw new NotFoundError('Agent profile', id);
  const { fields } = profile;
  const isAcp = fields.agent_kind === 'acp';
  const llm = isAcp ? own.agent_settings.llm : modelOf(own, profile);
  return {
    settings: { ...own, agent_settings: { ...sectionsOf(own, fields), ...(llm === undefined ? {} : { llm }) } },
    kind: isAcp ? 'acp' : 'openhands',
    servers: namesIn(fields.mcp_server_refs),
    secrets: namesIn(fields.secret_refs),
  };
}

function modelOf(own: OwnerSettings, { name, fields }: AgentProfile): JsonObject {
  const model = own.profiles.find((known) => known.name === fields.llm_profile_ref);
  if (model) return model.llm;
  throw new NotFoundError(`Language model of agent profile '${name}':`, textOf(fields.llm_profile_ref) ?? '');
}

/** The fields of an agent profile as settings. The owner's settings for the agent's memory stay. */
function sectionsOf(own: OwnerSettings, fields: JsonObject): JsonObject {
  const { system_message_suffix: suffix, disabled_skills: disabled, ...sections } = fields;
  const { agent_context: context } = own.agent_settings;
  const before = isObject(context) ? context : {};
  const { system_message_suffix: _suffix, disabled_skills: _disabled, ...kept } = before;
  return {
    ...sections,
    agent_context: {
      ...kept,
      ...(suffix ? { system_message_suffix: suffix } : {}),
      ...(Array.isArray(disabled) ? { disabled_skills: disabled } : {}),
    },
  };
}

/** Keeps the model in use if the chosen profile no longer exists. */
function withModel(settings: OwnerSettings, name: string | null): OwnerSettings {
  const profile = settings.profiles.find((known) => known.name === name);
  return profile ? { ...settings, agent_settings: { ...settings.agent_settings, llm: profile.llm } } : settings;
}

function namesIn(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : null;
}

/** Decrypts the agent of an owner's settings. @returns undefined for the default agent */
async function openAgent(
  settings: OwnerSettings,
  kind: StartAgent['kind'],
  vault: Pick<Vault, 'open'>,
): Promise<StartAgent | undefined> {
  const { llm: _llm, agent_kind: _kind, ...sections } = settings.agent_settings;
  const { disabled_skills: disabled } = settings.preferences;
  const hasDisabled = Array.isArray(disabled) && disabled.length > 0;
  if (kind === 'openhands' && Object.keys(sections).length === 0 && !hasDisabled) return undefined;
  const { value, secrets } = await openSealed(settings.owner_id, sections, vault);
  const own = { ...value, ...commandOf(value), ...(hasDisabled ? { disabled_skills: disabled } : {}) };
  return { kind, settings: own, secrets };
}

/** Splits a command into arguments, as agent servers expect. */
function commandOf({ acp_command: command }: JsonObject): JsonObject {
  if (typeof command !== 'string') return {};
  const words = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return { acp_command: words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) };
}
