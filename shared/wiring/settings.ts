import { DynamoSettingsStore } from '../domain/settings/dynamo-settings-store.ts';
import { deploymentModel } from '../domain/settings/language-model.ts';
import { ShownServers } from '../domain/settings/mcp-servers.ts';
import { VaultProfileModels } from '../domain/settings/model-reader.ts';
import { operatorSecret } from '../domain/settings/operator-secret.ts';
import { DynamoSecretStore } from '../domain/settings/secrets/dynamo-secret-store.ts';
import { VaultSettingsReader } from '../domain/settings/vault-settings-reader.ts';
import { documents } from '../platform/aws/documents.ts';
import { vault } from '../platform/aws/kms-vault.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv } from '../platform/env.ts';

/** Wiring of functions for settings and secrets. */

export const settingsStore = () => new DynamoSettingsStore(documents(), { settings: requireEnv('SETTINGS_TABLE') });

export const secretStore = () => new DynamoSecretStore(documents(), { secrets: requireEnv('SECRETS_TABLE') });

/** Dependencies of reading settings. */
export const readSettingsDeps = () => {
  const seals = vault();
  return {
    settings: settingsStore(),
    secrets: secretStore(),
    vault: seals,
    shown: new ShownServers(seals),
    deployment: deploymentModel(),
  };
};

/** Dependencies of changes of settings. */
export const changeSettingsDeps = () => ({ settings: settingsStore(), now: systemClock });

/** Dependencies of storing settings: their secrets are sealed. */
export const storeSettingsDeps = () => ({ ...changeSettingsDeps(), vault: vault() });

/** Dependencies of saving a language model: its key is sealed. */
export const saveProfileDeps = () => ({ ...storeSettingsDeps(), deployment: deploymentModel() });

/** Dependencies of changes of secrets. */
export const changeSecretsDeps = () => ({ secrets: secretStore(), vault: vault(), now: systemClock });

/** Reads the key of the deployment's model, which the operator keeps in Secrets Manager. */
const deploymentKey = () =>
  operatorSecret(optionalEnv('LLM_API_KEY_SECRET_ARN'), {
    secret: 'llmApiKeySecretArn',
    key: 'llmApiKeySecretKeyArn',
  });

export const settingsReader = () =>
  new VaultSettingsReader({
    settings: settingsStore(),
    secrets: secretStore(),
    vault: vault(),
    deployment: deploymentModel(),
    deploymentKey: deploymentKey(),
  });

/** Dependencies of opening one language model. */
export const profileModels = () =>
  new VaultProfileModels({
    settings: settingsStore(),
    vault: vault(),
    deployment: deploymentModel(),
    deploymentKey: deploymentKey(),
  });
