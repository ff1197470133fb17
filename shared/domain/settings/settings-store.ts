import type { OwnerSettings } from './owner-settings.ts';

export interface SettingsStore {
  /** As they are now. */
  find(ownerId: string): Promise<OwnerSettings | undefined>;
  /** Saves the version after the stored one; 1 is the first. @throws VersionConflictError */
  save(settings: OwnerSettings): Promise<void>;
}
