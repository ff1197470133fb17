import type { Sandbox } from '../../shared/sandboxes/sandbox.ts';
import type { DeploymentModel } from '../../shared/settings/choose-model.ts';
import { VaultSettingsReader } from '../../shared/settings/vault-settings-reader.ts';
import { someKeys } from './memory-master-keys.ts';
import { MemorySandboxStore } from './memory-sandbox-store.ts';
import { MemorySecretStore } from './memory-secret-store.ts';
import { MemorySettingsStore } from './memory-settings-store.ts';
import { MemoryVault } from './memory-vault.ts';
import { SettableClock } from './settable-clock.ts';

export const offered: DeploymentModel = { model: 'anthropic/offered', baseUrl: null, hasKey: false };

/** Everything that the endpoints of settings and secrets use. */
export function settingsScene(options: { deployment?: DeploymentModel; sandboxes?: readonly Sandbox[] } = {}) {
  const clock = new SettableClock();
  const deps = {
    settings: new MemorySettingsStore(),
    secrets: new MemorySecretStore(),
    vault: new MemoryVault(),
    deployment: options.deployment ?? offered,
    sandboxes: MemorySandboxStore.with(...(options.sandboxes ?? [])),
    keys: someKeys(),
    now: clock.now,
  };
  const reader = new VaultSettingsReader({ ...deps, deploymentKey: async () => 'operator-key' });
  /** All that is stored, as whoever reads the tables sees it. */
  const stored = () => JSON.stringify([[...deps.settings.rows], [...deps.secrets.custom], [...deps.secrets.git]]);
  return { ...deps, clock, reader, stored };
}
