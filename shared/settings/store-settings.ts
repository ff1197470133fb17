import type { SettingsUpdate } from '../contract/settings.ts';
import type { Vault } from '../vault/vault.ts';
import { type ChangeDeps, changeSettings } from './change-settings.ts';
import { sealUpdate, withUpdate } from './update-settings.ts';

export interface StoreDeps extends ChangeDeps {
  readonly vault: Vault;
}

/**
 * Changes what was sent of an owner's settings. What is sealed is sealed once, however often the change is tried.
 *
 * @throws AppError `validation_failed` when they get too large, `unavailable` when nothing can be sealed now.
 */
export async function storeSettings(ownerId: string, update: SettingsUpdate, deps: StoreDeps): Promise<void> {
  const sealed = await sealUpdate(ownerId, update, deps.vault);
  await changeSettings(ownerId, deps, (current) => withUpdate(current, sealed, deps.vault));
}
