import type { Vault } from '../vault/vault.ts';
import type { DeploymentModel } from './choose-model.ts';
import { inParallel } from './in-parallel.ts';
import { maskedServers } from './mcp-servers.ts';
import { noSettings, type OwnerSettings, SETTINGS_PURPOSE } from './owner-settings.ts';
import { allSealed, MASK } from './sealed-json.ts';
import type { SecretStore } from './secret-store.ts';
import type { SettingsStore } from './settings-store.ts';
import { settingsView } from './settings-view.ts';
import { openServers } from './stored-servers.ts';

export interface ReadDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly secrets: Pick<SecretStore, 'listGit'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly deployment: DeploymentModel;
}

/** How much of secrets is told: whether they are there, a mask in the place of each, or, to the caller's own sandbox, what they are. */
export type Exposure = 'hidden' | 'masked' | 'servers' | 'all';

/** Settings of an owner as clients read them; of whoever set nothing, the deployment's. */
export async function readSettings(ownerId: string, exposure: Exposure, deps: ReadDeps) {
  const [stored, gitTokens] = await Promise.all([deps.settings.find(ownerId), deps.secrets.listGit(ownerId)]);
  const settings = stored ?? noSettings(ownerId);
  const servers = await openServers(settings, deps.vault);
  const texts = exposure === 'all' ? await openAll(settings, deps.vault) : new Map<string, string>();
  const hidden = exposure === 'hidden' ? null : MASK;
  const view = settingsView({
    settings,
    deployment: deps.deployment,
    gitTokens,
    servers: exposure === 'hidden' || exposure === 'masked' ? maskedServers(servers) : servers,
    show: (sealed) => texts.get(sealed.tag) ?? hidden,
  });
  return { view, isStored: stored !== undefined };
}

/** Every secret by its tag, which no two have alike. */
async function openAll(settings: OwnerSettings, vault: Pick<Vault, 'open'>): Promise<Map<string, string>> {
  const { search_api_key: searchKey } = settings;
  const holders = [settings.agent_settings, ...settings.profiles.map(({ llm }) => llm)];
  const texts = new Map<string, string>();
  await inParallel([...allSealed(holders), ...(searchKey ? [searchKey] : [])], async (sealed) => {
    texts.set(sealed.tag, await vault.open(settings.owner_id, SETTINGS_PURPOSE, sealed));
  });
  return texts;
}
