import { type Clock, timestamp } from '../../platform/clock.ts';
import { retryLostRaces } from '../../platform/errors/retry-lost-races.ts';
import { type Revisions, requireRevision } from '../../platform/errors/revisions.ts';
import { noSettings, type OwnerSettings } from './owner-settings.ts';
import type { SettingsStore } from './settings-store.ts';

export interface ChangeDeps {
  readonly settings: SettingsStore;
  readonly now: Clock;
}

/**
 * Reads, changes and saves settings, and repeats this after a lost race. Without a difference, nothing is saved.
 *
 * @throws PreconditionFailedError where they are at none of the revisions, also after a lost race
 */
export function changeSettings(
  ownerId: string,
  deps: ChangeDeps,
  change: (current: OwnerSettings) => OwnerSettings | Promise<OwnerSettings>,
  revisions?: Revisions,
): Promise<OwnerSettings> {
  return retryLostRaces(async () => {
    const current = (await deps.settings.find(ownerId)) ?? noSettings(ownerId);
    requireRevision(current.version, revisions, 'settings');
    const changed = await change(current);
    if (changed === current) return current;
    const next = { ...changed, version: current.version + 1, updated_at: timestamp(deps.now()) };
    await deps.settings.save(next);
    return next;
  });
}
