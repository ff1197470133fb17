import { saveProfile as endpoint } from '../../shared/contract/profiles.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type ChangeDeps, changeSettings } from '../../shared/settings/change-settings.ts';
import type { DeploymentModel } from '../../shared/settings/choose-model.ts';
import { deploymentModel } from '../../shared/settings/deployment-model.ts';
import { sealProfile, withProfile } from '../../shared/settings/profiles.ts';
import type { Vault } from '../../shared/vault/vault.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';
import { vault } from '../../shared/wiring/vault.ts';

interface Deps extends ChangeDeps {
  readonly vault: Pick<Vault, 'seal'>;
  readonly deployment: DeploymentModel;
}

export const saveProfile = implement(endpoint, async ({ params: { name }, body, caller }, deps: Deps) => {
  const profile = await sealProfile(caller.ownerId, name, body, deps.vault);
  await changeSettings(caller.ownerId, deps, (current) => withProfile(current, profile, deps.deployment.model));
  return { name, message: `Profile '${name}' saved` };
});

export const handler = serve(saveProfile, () => ({
  ...changeSettingsDeps(),
  vault: vault(),
  deployment: deploymentModel(),
}));
