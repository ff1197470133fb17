import type { Clock } from '../../platform/clock.ts';
import { requireSnapshot } from '../sandboxes/snapshots/change-snapshot.ts';
import type { SnapshotReader } from '../sandboxes/store/snapshot-store.ts';
import { pageOfChanges } from './page-of-changes.ts';
import { ofSnapshot, requireData } from './reach-snapshot.ts';
import type { SavedPairs } from './saved-volumes.ts';
import { type Place, reading, SavedWorkspace } from './saved-workspace.ts';

/** For one page, in milliseconds: API Gateway waits 29 seconds. */
const PATIENCE = 24_000;

/** Until when pages are filled. What has begun then can take the rest of the time. */
const FILLING = 14_000;

export interface CompareDeps {
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  readonly pairs: SavedPairs;
  readonly now: Clock;
}

interface Wanted {
  readonly ownerId: string;
  readonly before: string;
  readonly after: string;
  readonly limit: number;
  /** The last path of the page before; empty for the first page. */
  readonly from: Place;
}

/**
 * A page of what changed from one snapshot of an owner to another.
 *
 * @throws NotFoundError; AppError `conflict` unless both are READY; as `reading`
 */
export async function compareSnapshots({ ownerId, before, after, limit, from }: Wanted, deps: CompareDeps) {
  const { now, pairs } = deps;
  const begun = now().getTime();
  const later = requireData(await requireSnapshot(ownerId, after, deps));
  const earlier = requireData(await requireSnapshot(ownerId, before, deps));
  // A snapshot can share the data of another one.
  if (earlier === later) return { items: [], next: null };
  const sources = pairs.openPair(earlier, later, AbortSignal.timeout(PATIENCE));
  const deadline = new Date(begun + PATIENCE);
  const open = (source: (typeof sources)['before'], id: string) =>
    ofSnapshot(SavedWorkspace.in(source, deadline, now, { of: 'snapshot' }), id);
  // The later one first: what both have in common is read from it.
  const current = await reading(open(sources.after, after), 'snapshot');
  const old = await reading(open(sources.before, before), 'snapshot');
  const page = { limit, after: from, until: new Date(begun + FILLING) };
  return reading(pageOfChanges(old, current, page, now), 'snapshot');
}
