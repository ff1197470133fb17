import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Revisions, requireRevision, retryLostRaces } from '../../platform/errors.ts';
import { requireKnownOrigins } from './secret-origins.ts';
import { type OwnerSettings, type SettingsStore, settingsOf } from './settings-store.ts';

export interface ChangeDeps {
  readonly settings: SettingsStore;
  readonly now: Clock;
}

/**
 * Reads, changes and saves settings, and tries again after a lost race. Saves nothing if `change` returns its input.
 *
 * @throws PreconditionFailedError when the settings have another revision, also after a lost race; AppError
 * `validation_failed` when a stored secret would be sent to another origin
 */
export function changeSettings(
  ownerId: string,
  deps: ChangeDeps,
  change: (current: OwnerSettings) => OwnerSettings | Promise<OwnerSettings>,
  revisions?: Revisions,
): Promise<OwnerSettings> {
  return retryLostRaces(async () => {
    const current = await settingsOf(ownerId, deps);
    requireRevision(current.version, revisions, 'settings');
    const changed = await change(current);
    if (changed === current) return current;
    requireKnownOrigins(current, changed);
    const next = { ...changed, version: current.version + 1, updated_at: timestamp(deps.now()) };
    await deps.settings.save(next);
    return next;
  });
}
