import type { GitProvider } from '../../contract/shapes/enums.ts';
import type { JsonObject } from '../../contract/shapes/json.ts';
import type { Vault } from '../../platform/vault.ts';
import { chosen } from './chosen-settings.ts';
import { linkedModel, llmOf } from './language-model.ts';
import { enabledServers, type McpServers, openServers } from './mcp-servers.ts';
import { type ModelDeps, openModel } from './model-reader.ts';
import { inParallel, openSealed } from './seal-texts.ts';
import { CUSTOM_PURPOSE, gitPurpose, type OwnerSecrets, type SecretStore } from './secrets/secret-store.ts';
import { noSettings, type OwnerSettings, SETTINGS_PURPOSE, type SettingsStore } from './settings-store.ts';
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

/** The secret by which agents get the search key of the settings. Tools of Tavily read this variable. */
const SEARCH_SECRET = 'TAVILY_API_KEY';

async function settingsForStart(
  ownerId: string,
  choice: StartChoice | undefined,
  deps: ReaderDeps,
): Promise<StartSettings> {
  const { settings, secrets, vault } = deps;
  const [stored, kept] = await Promise.all([settings.find(ownerId), secrets.all(ownerId)]);
  const { settings: own, kind, servers: servedBy, secrets: known } = chosen(stored ?? noSettings(ownerId), choice);
  const searchKey = own.search_api_key;
  const [llm, opened, servers, agent, search] = await Promise.all([
    openModel(ownerId, linkedModel(llmOf(own), own), deps),
    openSecrets(kept, vault),
    openServers(own, vault),
    openAgent(own, kind, vault),
    searchKey && vault.open(ownerId, SETTINGS_PURPOSE, searchKey),
  ]);
  const { secrets: named } = opened;
  if (search && !named.has(SEARCH_SECRET))
    named.set(SEARCH_SECRET, { value: search, description: 'Key for web search' });
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
    ...gitUserOf(own.preferences),
    ...(agent ? { agent } : {}),
    ...(known ? { secretNames: known } : {}),
  };
}

function gitUserOf({ git_user_name, git_user_email }: JsonObject): Pick<StartSettings, 'gitUser'> {
  const [name, email] = [git_user_name, git_user_email].map((value) => (typeof value === 'string' && value) || null);
  return name || email ? { gitUser: { name: name ?? null, email: email ?? null } } : {};
}

async function openSecrets({ custom, git, app }: OwnerSecrets, vault: Pick<Vault, 'open'>) {
  const secrets = new Map<string, StartSecret>();
  const gitTokens = new Map<GitProvider, GitToken>();
  const openCustom = custom.map(({ owner_id: owner, name, description, sealed }) => async () => {
    secrets.set(name, { value: await vault.open(owner, CUSTOM_PURPOSE, sealed), description });
  });
  const openGit = git.map(({ owner_id: owner, provider, host, sealed }) => async () => {
    gitTokens.set(provider, { token: await vault.open(owner, gitPurpose(provider), sealed), host });
  });
  await inParallel([...openCustom, ...openGit], (open) => open());
  return { secrets, gitTokens, ...(app ? { gitHubApp: app } : {}) };
}

/** The servers with these names; null for all. */
function only(servers: McpServers, names: readonly string[] | null): McpServers {
  if (names === null) return servers;
  return Object.fromEntries(Object.entries(servers).filter(([name]) => names.includes(name)));
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
