import type * as z from 'zod';
import type { saveProfile as endpoint } from '../../contract/settings/profiles.ts';
import type { Revisions } from '../../platform/errors/revisions.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { type ChangeDeps, changeSettings } from './change-settings.ts';
import type { DeploymentModel } from './choose-model.ts';
import { sealProfile, withProfile } from './profiles.ts';

export interface SaveProfileDeps extends ChangeDeps {
  readonly vault: Pick<Vault, 'seal'>;
  readonly deployment: DeploymentModel;
}

/** Keeps a language model under a name. @throws AppError `conflict`, `validation_failed`, `unavailable` */
export async function saveProfile(
  ownerId: string,
  name: string,
  request: z.output<(typeof endpoint)['body']>,
  deps: SaveProfileDeps,
  revisions?: Revisions,
): Promise<void> {
  const profile = await sealProfile(ownerId, name, request, deps.vault);
  await changeSettings(ownerId, deps, (current) => withProfile(current, profile, deps.deployment.model), revisions);
}
