import type { Clock } from '../../platform/clock.ts';
import { retryLostRaces } from '../../platform/errors.ts';
import { leaseUntil } from '../../platform/lease.ts';
import { log } from '../../platform/log.ts';
import type { DynamoPrebuilds } from './dynamo-prebuilds.ts';
import { changedPrebuild, type Prebuild } from './prebuild.ts';

/** Length of a lease in seconds. After its end, the next sweep starts another worker. */
const LEASE = 60;

/** Renewal interval in milliseconds. Two renewals can fail before the lease ends. */
const HEARTBEAT = 20_000;

export interface LeaseDeps {
  readonly prebuilds: Pick<DynamoPrebuilds, 'find' | 'save'>;
  readonly now: Clock;
  /** Waits; can end early when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Works under a lease of the row, which is renewed until the work ends. The signal aborts the work when another worker
 * has the lease, or when the build is no longer wanted.
 *
 * @throws VersionConflictError when another worker was first; as the work does, with the lease still held
 */
export async function underLease<T>(
  row: Prebuild,
  worker: string,
  work: (signal: AbortSignal) => Promise<T>,
  deps: LeaseDeps,
): Promise<T> {
  const leased = changedPrebuild(row, deps.now(), leaseOf(worker, deps.now()));
  await deps.prebuilds.save({ previous: row, next: leased });
  const [ended, lost] = [new AbortController(), new AbortController()];
  const heart = beat(leased, worker, ended.signal, lost, deps);
  try {
    return await work(lost.signal);
  } finally {
    ended.abort();
    // A running renewal must not overtake the next write.
    await heart;
  }
}

async function beat(
  row: Prebuild,
  worker: string,
  ended: AbortSignal,
  lost: AbortController,
  deps: LeaseDeps,
): Promise<void> {
  const end = new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve(), { once: true }));
  for (;;) {
    await Promise.race([deps.pause(HEARTBEAT, ended), end]);
    if (ended.aborted) return;
    try {
      await whileHeld(row, worker, deps, (previous) => {
        const next = changedPrebuild(previous, deps.now(), leaseOf(worker, deps.now()));
        return deps.prebuilds.save({ previous, next });
      });
    } catch (error) {
      if (error instanceof LeaseLostError) return lost.abort(error);
      log.warn('the lease of a prebuild was not renewed', { prebuild_id: row.prebuild_id, error });
    }
  }
}

/**
 * Writes the current row of a build under this worker's lease. A request for one more build does not end this one.
 *
 * @throws LeaseLostError
 */
export function whileHeld(
  { owner_id: ownerId, prebuild_id: id, build }: Prebuild,
  worker: string,
  { prebuilds }: Pick<LeaseDeps, 'prebuilds'>,
  write: (row: Prebuild) => Promise<void>,
): Promise<void> {
  return retryLostRaces(async () => {
    const row = await prebuilds.find(ownerId, id);
    if (!row || row.build?.build_id !== build?.build_id || row.lease_holder !== worker) throw new LeaseLostError(id);
    await write(row);
  });
}

/** Another worker has the lease, or the build is over. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(prebuildId: string) {
    super(`the build of prebuild ${prebuildId} is over, or another worker's`);
  }
}

function leaseOf(worker: string, now: Date): Partial<Prebuild> {
  return { lease_holder: worker, lease_until: leaseUntil(now, LEASE) };
}
