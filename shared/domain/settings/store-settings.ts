import type { SettingsUpdate } from '../../contract/shapes/settings.ts';
import type { Revisions } from '../../platform/errors/revisions.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { type ChangeDeps, changeSettings } from './change-settings.ts';
import { sealUpdate, withUpdate } from './update-settings.ts';

export interface StoreDeps extends ChangeDeps {
  readonly vault: Vault;
}

/** Changes an owner's settings, sealing secrets once. @throws AppError `validation_failed`, `unavailable` */
export async function storeSettings(
  ownerId: string,
  update: SettingsUpdate,
  deps: StoreDeps,
  revisions?: Revisions,
): Promise<void> {
  const sealed = await sealUpdate(ownerId, update, deps.vault);
  await changeSettings(ownerId, deps, (current) => withUpdate(current, sealed, deps.vault), revisions);
}
