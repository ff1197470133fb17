import { StagePrices } from '../contract/shapes/model-prices.ts';
import { ModelKeys } from '../domain/broker/keys/model-keys.ts';
import { priceForAgent } from '../domain/broker/prices/find-model-price.ts';
import { brokeredModels, directModels } from '../domain/broker/upstream/agent-models.ts';
import type { PriceForAgent } from '../domain/broker/upstream/brokered.ts';
import type { AgentModels } from '../domain/conversations/agent/agent-models.ts';
import { DynamoSettingsStore } from '../domain/settings/dynamo-settings-store.ts';
import { deploymentModel } from '../domain/settings/language-model.ts';
import { ShownServers } from '../domain/settings/mcp-servers.ts';
import { vaultProfileModels } from '../domain/settings/model-reader.ts';
import { operatorSecret } from '../domain/settings/operator-secret.ts';
import { DynamoSecretStore } from '../domain/settings/secrets/dynamo-secret-store.ts';
import { vaultSettingsReader } from '../domain/settings/vault-settings-reader.ts';
import { documents } from '../platform/aws/documents.ts';
import { type VaultKey, vault } from '../platform/aws/kms-vault.ts';
import { SecretsManagerMasterKeys } from '../platform/aws/master-keys.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv } from '../platform/env.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tables } from '../rights/statement.ts';

type Stored = Tables<'settings' | 'secrets'> & VaultKey;

export const settingsStore = (granted: Tables<'settings'>) => new DynamoSettingsStore(documents(), granted);

export const secretStore = (granted: Tables<'secrets'>) => new DynamoSecretStore(documents(), granted);

export const readSettingsDeps = (granted: Stored) => {
  const seals = vault(granted);
  return {
    settings: settingsStore(granted),
    secrets: secretStore(granted),
    vault: seals,
    shown: new ShownServers(seals),
    deployment: deploymentModel(),
  };
};

export const changeSettingsDeps = (granted: Tables<'settings'>) => ({
  settings: settingsStore(granted),
  now: systemClock,
});

/** For changes of settings with secrets, which are sealed. */
export const storeSettingsDeps = (granted: Tables<'settings'> & VaultKey) => ({
  ...changeSettingsDeps(granted),
  vault: vault(granted),
});

/** The same, with what shows the result. */
export const readAndStoreSettingsDeps = (granted: Stored) => ({
  ...readSettingsDeps(granted),
  ...storeSettingsDeps(granted),
});

/** For language models, whose keys are sealed. */
export const saveProfileDeps = (granted: Tables<'settings'> & VaultKey) => ({
  ...storeSettingsDeps(granted),
  deployment: deploymentModel(),
});

export const changeSecretsDeps = (granted: Tables<'secrets'> & VaultKey) => ({
  secrets: secretStore(granted),
  vault: vault(granted),
  now: systemClock,
});

/** The key of the deployment's model, which the operator keeps in Secrets Manager. */
const deploymentKey = () =>
  operatorSecret(optionalEnv('LLM_API_KEY_SECRET_ARN'), {
    secret: 'llmApiKeySecretArn',
    key: 'llmApiKeySecretKeyArn',
  });

/** For functions that open language models with a vault of their own. */
export const modelOpeningDeps = (seals: Pick<Vault, 'open'>) => ({
  vault: seals,
  deployment: deploymentModel(),
  deploymentKey: deploymentKey(),
});

const readerDeps = (granted: Stored) => ({
  settings: settingsStore(granted),
  secrets: secretStore(granted),
  vault: vault(granted),
  deployment: deploymentModel(),
});

export const settingsReader = (granted: Stored) =>
  vaultSettingsReader({ ...readerDeps(granted), deploymentKey: deploymentKey() });

/** For work in which no language model runs, which needs no right to the operator's key. */
export const settingsWithoutModel = (granted: Stored) =>
  vaultSettingsReader({ ...readerDeps(granted), deploymentKey: async () => null });

/** What agents get in the place of their owners' models. */
export const agentModels = (granted: { readonly masterSecret: string }): AgentModels => {
  const address = optionalEnv('LLM_BROKER_URL');
  if (address === undefined) return directModels;
  const [keys, stage] = [new ModelKeys(new SecretsManagerMasterKeys(granted.masterSecret)), stagePrices()];
  const priceOf: PriceForAgent = ({ model, baseUrl, options }, agentFindsIt) =>
    priceForAgent({ model, options: { ...options, base_url: baseUrl } }, stage, systemClock(), agentFindsIt);
  return brokeredModels({ address, keys, priceOf });
};

export const profileModels = (granted: Tables<'settings'> & VaultKey) =>
  vaultProfileModels({
    settings: settingsStore(granted),
    vault: vault(granted),
    deployment: deploymentModel(),
    deploymentKey: deploymentKey(),
  });

/** The prices of models that the operator has set. */
export const stagePrices = (): StagePrices => StagePrices.parse(JSON.parse(optionalEnv('MODEL_PRICES') ?? '{}'));
