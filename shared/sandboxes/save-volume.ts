import { timestamp } from '../clock.ts';
import { log } from '../log.ts';
import { backoff } from './backoff.ts';
import * as changes from './changes.ts';
import { diskOwner } from './identity.ts';
import { leases, limits } from './limits.ts';
import type { ReconcileDeps } from './perform.ts';
import { age, secondsSince } from './phases/time.ts';
import * as reasons from './reasons.ts';
import { changed, type Sandbox } from './sandbox.ts';
import type { Observation } from './step.ts';

/**
 * Begins to save the volume of a sandbox, or finds that somebody has begun already. Who asks is on record first: CreateSnapshot has no client token, and two who
 * look for a snapshot at one time both find none.
 */
export async function beginSnapshot(row: Sandbox, deps: ReconcileDeps): Promise<Observation> {
  const { volume_id: volumeId } = row;
  if (volumeId === null) throw new Error(`sandbox ${row.sandbox_id} has no volume to save`);
  const until = timestamp(new Date(deps.now().getTime() + leases.save * 1000));
  const sandbox = changed(row, deps.now(), { save_lease_until: until });
  await deps.sandboxes.save([{ previous: row, next: sandbox }]);
  const outcome = await deps.disks.save(volumeId, diskOwner(sandbox));
  const now = deps.now();
  const save = async (next: Sandbox): Promise<void> => deps.sandboxes.save([{ previous: sandbox, next }]);
  // Written down by the next step, on whatever the row says by then: somebody may have changed it while EC2 was asked.
  if (outcome.kind === 'accepted') return { snapshot: { id: outcome.snapshot.id, found: outcome.snapshot } };
  const where = { owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id };
  if (outcome.kind === 'unclear') {
    log.warn('the answer of CreateSnapshot is not known', { ...where, error: outcome.error });
    await save(later(sandbox, deps, now));
    return {};
  }
  log.warn('EC2 refused a snapshot', { ...where, code: outcome.code, message: outcome.message });
  const isDenied = outcome.code === 'access_denied';
  if (isDenied) deps.alarm('AccessErrors');
  const isLost = outcome.code === 'volume_lost' && !isFresh(sandbox, now);
  if (isLost) await save(volumeLost(sandbox, now));
  else if (outcome.code === 'quota_reached')
    await save(changes.saveFailed(sandbox, reasons.snapshotQuotaReached, deps.random, now, limits.quotaSaves));
  else if (outcome.retryable || outcome.code === 'volume_lost') await save(later(sandbox, deps, now));
  else {
    // Which role lacks what is for the log of the operator.
    const message = isDenied ? 'this service lacks a permission that it needs' : outcome.message;
    await save(changes.saveFailed(sandbox, reasons.snapshotFailed(message), deps.random, now, 0));
  }
  return {};
}

/** EC2 was too busy, or its answer was lost: the volume waits as long as saving may take, and asks ever less often. */
function later(sandbox: Sandbox, deps: ReconcileDeps, now: Date): Sandbox {
  const tries = 1 + Math.floor(Math.log2(1 + age(sandbox, now) / 5));
  return changed(sandbox, now, { save_lease_until: null, retry_at: timestamp(backoff(tries, now, deps.random)) });
}

/** Its task ended a moment ago, and not all of EC2 may know yet what became of its disk. */
function isFresh({ task_ended_at: endedAt }: Sandbox, now: Date): boolean {
  return endedAt !== null && secondsSince(endedAt, now) <= limits.consistency;
}

/** The disk is gone before it was saved. What was saved at the pause before is still there, and is gone back to only when somebody asks for it. */
function volumeLost(sandbox: Sandbox, now: Date): Sandbox {
  const desired = sandbox.desired === 'RUNNING' ? 'PAUSED' : sandbox.desired;
  const reason = sandbox.snapshot_id === null ? reasons.workspaceLost : reasons.workspaceOutdated(sandbox.saved_at);
  const kept = sandbox.snapshot_id === null ? null : sandbox.workspace_kept;
  const lost = { ...sandbox, volume_id: null, workspace_kept: kept, desired, status_reason: reason };
  return changes.rested(lost, 'ERROR', now);
}
