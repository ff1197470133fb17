import type { GitProvider } from '../../contract/shapes/enums.ts';
import type { Sealed, Vault } from '../../platform/vault/vault.ts';
import { CUSTOM_PURPOSE, gitPurpose } from '../secrets/secret-record.ts';
import type { OwnerSecrets, SecretStore } from '../secrets/secret-store.ts';
import { chooseModel, type DeploymentModel } from './choose-model.ts';
import { inParallel } from './in-parallel.ts';
import { enabledServers } from './mcp-servers.ts';
import { llmOf, ownModel } from './own-model.ts';
import { noSettings, type OwnerSettings, SETTINGS_PURPOSE } from './owner-settings.ts';
import { sealedIn } from './sealed-json.ts';
import type { SettingsStore } from './settings-store.ts';
import type { GitToken, SettingsReader, StartModel, StartSecret, StartSettings } from './start-settings.ts';
import { openServers } from './stored-servers.ts';

export interface ReaderDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly secrets: Pick<SecretStore, 'all'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly deployment: DeploymentModel;
  /** The operator's key to the deployment's model; null where there is none. */
  readonly deploymentKey: () => Promise<string | null>;
}

/** Opened settings: two reads, and one call of KMS for each sealed text. */
export class VaultSettingsReader implements SettingsReader {
  readonly #deps: ReaderDeps;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `unavailable` when seals cannot be opened now; BrokenSealError. */
  async forStart(ownerId: string): Promise<StartSettings> {
    const { settings, secrets, vault } = this.#deps;
    const [stored, kept] = await Promise.all([settings.find(ownerId), secrets.all(ownerId)]);
    const own = stored ?? noSettings(ownerId);
    const [llm, opened, servers] = await Promise.all([this.#model(own), this.#open(kept), openServers(own, vault)]);
    const enabled = enabledServers(servers);
    const { max_iterations: maxIterations, confirmation_mode: confirms } = own.conversation_settings;
    return {
      llm,
      ...opened,
      mcpConfig: Object.keys(enabled).length > 0 ? enabled : null,
      conversation: {
        maxIterations: typeof maxIterations === 'number' ? maxIterations : null,
        confirmationMode: confirms === true,
      },
    };
  }

  async #model(settings: OwnerSettings): Promise<StartModel> {
    const address = sealedIn(llmOf(settings).base_url);
    const open = (text: Sealed) => this.#deps.vault.open(settings.owner_id, SETTINGS_PURPOSE, text);
    const own = { ...ownModel(settings), ...(address ? { baseUrl: await open(address) } : {}) };
    const { model, baseUrl, key } = chooseModel(own, this.#deps.deployment);
    if (key === 'deployment') return { model, baseUrl, apiKey: await this.#deps.deploymentKey() };
    const sealed = key === 'own' ? sealedIn(llmOf(settings).api_key) : undefined;
    const apiKey = sealed ? await open(sealed) : null;
    return { model, baseUrl, apiKey };
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
