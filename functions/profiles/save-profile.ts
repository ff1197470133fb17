import { saveProfile as endpoint } from '../../shared/contract/profiles.ts';
import { sealProfile, withProfile } from '../../shared/domain/profiles/profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import type { DeploymentModel } from '../../shared/domain/settings/choose-model.ts';
import { deploymentModel } from '../../shared/domain/settings/deployment-model.ts';
import type { OwnerSettings } from '../../shared/domain/settings/owner-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/deployment-vault.ts';
import type { Vault } from '../../shared/platform/vault/vault.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

interface Deps extends ChangeDeps {
  readonly vault: Pick<Vault, 'seal'>;
  readonly deployment: DeploymentModel;
}

export const saveProfile = implement(endpoint, async ({ params: { name }, body, caller, request }, deps: Deps) => {
  const profile = await sealProfile(caller.ownerId, name, body, deps.vault);
  const change = (current: OwnerSettings) => withProfile(current, profile, deps.deployment.model);
  await changeSettings(caller.ownerId, deps, change, request.revisions);
  return { name, message: `Profile '${name}' saved` };
});

export const handler = serve(saveProfile, () => ({
  ...changeSettingsDeps(),
  vault: vault(),
  deployment: deploymentModel(),
}));
