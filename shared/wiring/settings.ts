import { documents } from '../aws/documents.ts';
import { operatorSecret } from '../aws/operator-secret.ts';
import { systemClock } from '../clock.ts';
import { optionalEnv, requireEnv } from '../env.ts';
import { deploymentModel } from '../settings/deployment-model.ts';
import { DynamoSecretStore } from '../settings/dynamo-secret-store.ts';
import { DynamoSettingsStore } from '../settings/dynamo-settings-store.ts';
import { VaultSettingsReader } from '../settings/vault-settings-reader.ts';
import { vault } from './vault.ts';

/** What functions that deal with settings and secrets are wired from. */

export const settingsStore = () => new DynamoSettingsStore(documents(), requireEnv('SETTINGS_TABLE'));

export const secretStore = () => new DynamoSecretStore(documents(), requireEnv('SECRETS_TABLE'));

/** What showing settings needs. */
export const readSettingsDeps = () => ({
  settings: settingsStore(),
  secrets: secretStore(),
  vault: vault(),
  deployment: deploymentModel(),
});

/** What changing settings needs. */
export const changeSettingsDeps = () => ({ settings: settingsStore(), now: systemClock });

/** What storing settings needs: their secrets are sealed. */
export const storeSettingsDeps = () => ({ ...changeSettingsDeps(), vault: vault() });

/** What changing secrets needs. */
export const changeSecretsDeps = () => ({ secrets: secretStore(), vault: vault(), now: systemClock });

export const settingsReader = () =>
  new VaultSettingsReader({
    ...readSettingsDeps(),
    deploymentKey: operatorSecret(optionalEnv('LLM_API_KEY_SECRET_ARN')),
  });
