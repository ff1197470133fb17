import { MASK } from '../../contract/shapes/mask.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import type { DeploymentModel } from './choose-model.ts';
import { inParallel } from './in-parallel.ts';
import type { Path } from './json-path.ts';
import { noSettings, type OwnerSettings, SETTINGS_PURPOSE, sealedParts } from './owner-settings.ts';
import { allSealed } from './sealed-json.ts';
import type { SecretStore } from './secrets/secret-store.ts';
import type { SettingsStore } from './settings-store.ts';
import { settingsView } from './settings-view.ts';
import type { ShownServers } from './shown-servers.ts';
import { openServers } from './stored-servers.ts';

export interface ReadDeps {
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly secrets: Pick<SecretStore, 'listGit'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly shown: Pick<ShownServers, 'of'>;
  readonly deployment: DeploymentModel;
}

export type ShowDeps = Pick<ReadDeps, 'vault' | 'shown' | 'deployment'>;

interface SettingsRows {
  readonly ownerId: string;
  readonly stored: OwnerSettings | undefined;
  readonly gitTokens: Awaited<ReturnType<SecretStore['listGit']>>;
}

/** How much of secrets the caller sees. `servers`: the MCP servers in clear, as `all` with a session key. */
export type Exposure = 'hidden' | 'masked' | 'servers' | 'all';

/** An owner's settings as clients read them, with the deployment's where the owner set none. */
export async function readSettings(ownerId: string, exposure: Exposure, deps: ReadDeps) {
  return showSettings(await readRows(ownerId, deps), exposure, deps);
}

/** What an owner set, and the git tokens that are kept for them. */
export async function readRows(ownerId: string, deps: Pick<ReadDeps, 'settings' | 'secrets'>): Promise<SettingsRows> {
  const [stored, gitTokens] = await Promise.all([deps.settings.find(ownerId), deps.secrets.listGit(ownerId)]);
  return { ownerId, stored, gitTokens };
}

/** Rows of an owner as clients read them. */
export async function showSettings({ ownerId, stored, gitTokens }: SettingsRows, exposure: Exposure, deps: ShowDeps) {
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
    gitTokens,
    servers,
    show: (sealed, path) => texts.get(sealed.tag) ?? hidden(path),
  });
  return { view, isStored: stored !== undefined, version: settings.version };
}

/** Clients that know `llm_api_key_set` and its like expect null in the place of these. */
function isKey(path: Path): boolean {
  return path.at(-1) === 'api_key' || path.at(-1) === 'search_api_key';
}

/** Every secret by its tag, which no two have alike. */
async function openAll(settings: OwnerSettings, vault: Pick<Vault, 'open'>): Promise<Map<string, string>> {
  const { search_api_key: searchKey } = settings;
  const texts = new Map<string, string>();
  await inParallel([...allSealed(sealedParts(settings)), ...(searchKey ? [searchKey] : [])], async (sealed) => {
    texts.set(sealed.tag, await vault.open(settings.owner_id, SETTINGS_PURPOSE, sealed));
  });
  return texts;
}
