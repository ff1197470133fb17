import type { GitProvider } from '../../contract/shapes/enums.ts';
import { chosen } from './chosen-settings.ts';
import { inParallel } from './in-parallel.ts';
import { linkedModel } from './linked-model.ts';
import { enabledServers, type McpServers } from './mcp-servers.ts';
import { type ModelDeps, openModel } from './model-reader.ts';
import { llmOf } from './own-model.ts';
import { noSettings } from './owner-settings.ts';
import { CUSTOM_PURPOSE, gitPurpose } from './secrets/secret-record.ts';
import type { OwnerSecrets, SecretStore } from './secrets/secret-store.ts';
import type { SettingsStore } from './settings-store.ts';
import { openAgent } from './start-agent.ts';
import type { GitToken, SettingsReader, StartChoice, StartSecret, StartSettings } from './start-settings.ts';
import { openServers } from './stored-servers.ts';

export interface ReaderDeps extends ModelDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly secrets: Pick<SecretStore, 'all'>;
}

/** Opened settings: two reads, and one call of KMS for each sealed text. */
export class VaultSettingsReader implements SettingsReader {
  readonly #deps: ReaderDeps;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `unavailable` when seals cannot be opened now; BrokenSealError; and as the port does */
  async forStart(ownerId: string, choice?: StartChoice): Promise<StartSettings> {
    const { settings, secrets, vault } = this.#deps;
    const [stored, kept] = await Promise.all([settings.find(ownerId), secrets.all(ownerId)]);
    const { settings: own, kind, servers: servedBy, secrets: known } = chosen(stored ?? noSettings(ownerId), choice);
    const [llm, opened, servers, agent] = await Promise.all([
      openModel(ownerId, linkedModel(llmOf(own), own), this.#deps),
      this.#open(kept),
      openServers(own, vault),
      openAgent(own, kind, vault),
    ]);
    const enabled = only(enabledServers(servers), servedBy);
    const {
      max_iterations: maxIterations,
      confirmation_mode: confirms,
      security_analyzer: analyzer,
    } = own.conversation_settings;
    return {
      llm,
      ...opened,
      mcpConfig: Object.keys(enabled).length > 0 ? enabled : null,
      conversation: {
        maxIterations: typeof maxIterations === 'number' ? maxIterations : null,
        confirmationMode: confirms === true,
        ...(analyzer === 'llm' ? { ratesRisks: true } : {}),
      },
      ...(agent ? { agent } : {}),
      ...(known ? { secretNames: known } : {}),
    };
  }

  async #open({ custom, git }: OwnerSecrets): Promise<Pick<StartSettings, 'secrets' | 'gitTokens'>> {
    const { vault } = this.#deps;
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
}

/** The servers of these names; null stands for all. */
function only(servers: McpServers, names: readonly string[] | null): McpServers {
  if (names === null) return servers;
  return Object.fromEntries(Object.entries(servers).filter(([name]) => names.includes(name)));
}
