import { OwnerSettings, type SettingsStore } from '../../../shared/domain/settings/settings-store.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';

export class MemorySettingsStore implements SettingsStore {
  readonly rows = new Map<string, string>();

  async find(ownerId: string): Promise<OwnerSettings | undefined> {
    const row = this.rows.get(ownerId);
    return row === undefined ? undefined : OwnerSettings.parse(JSON.parse(row));
  }

  async save(settings: OwnerSettings): Promise<void> {
    const row = this.rows.get(settings.owner_id);
    const version = row === undefined ? 0 : OwnerSettings.parse(JSON.parse(row)).version;
    if (version !== settings.version - 1) throw new VersionConflictError('settings', `of ${settings.owner_id}`);
    this.rows.set(settings.owner_id, JSON.stringify(settings));
  }
}
