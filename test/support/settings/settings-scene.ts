import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { DeploymentModel } from '../../../shared/domain/settings/language-model.ts';
import { ShownServers } from '../../../shared/domain/settings/mcp-servers.ts';
import { vaultSettingsReader } from '../../../shared/domain/settings/vault-settings-reader.ts';
import { someKeys } from '../platform/memory-master-keys.ts';
import { MemoryVault } from '../platform/memory-vault.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { MemorySandboxStore } from '../sandboxes/memory-sandbox-store.ts';
import { MemorySecretStore } from './memory-secret-store.ts';
import { MemorySettingsStore } from './memory-settings-store.ts';

export const offered: DeploymentModel = { model: 'anthropic/offered', baseUrl: null, hasKey: false };

export function settingsScene(options: { deployment?: DeploymentModel; sandboxes?: readonly Sandbox[] } = {}) {
  const clock = new SettableClock();
  const vault = new MemoryVault();
  const deps = {
    settings: new MemorySettingsStore(),
    secrets: new MemorySecretStore(),
    vault,
    shown: new ShownServers(vault),
    deployment: options.deployment ?? offered,
    sandboxes: MemorySandboxStore.with(...(options.sandboxes ?? [])),
    keys: someKeys(),
    now: clock.now,
  };
  const reader = vaultSettingsReader({ ...deps, deploymentKey: async () => 'operator-key' });
  const stored = () => JSON.stringify([[...deps.settings.rows], [...deps.secrets.custom], [...deps.secrets.git]]);
  return { ...deps, clock, reader, stored };
}
