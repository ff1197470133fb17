import { type Clock, timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import * as reasons from '../../../presentation/sandbox-reasons.ts';
import * as changes from '../lifecycle/changes.ts';
import { secondsAsking, secondsSince } from '../lifecycle/phases/time.ts';
import { startSnapshotOf } from '../record/base-snapshot.ts';
import type { Disks } from '../record/disks.ts';
import type { OperatorAlarm } from '../record/failures.ts';
import { diskOwner } from '../record/identity.ts';
import { backoff, leases, limits } from '../record/limits.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import type { Observation } from '../record/step.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';

export interface SaveDeps {
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly disks: Pick<Disks, 'save'>;
  readonly alarm: OperatorAlarm;
  readonly now: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * Begins to save the volume of a sandbox, or finds that the save has begun. Writes a lease first: CreateSnapshot has no
 * client token, and two concurrent workers would both find no snapshot.
 */
export async function beginSnapshot(row: Sandbox, deps: SaveDeps): Promise<Observation> {
  const { volume_id: volumeId } = row;
  if (volumeId === null) throw new Error(`sandbox ${row.sandbox_id} has no volume to save`);
  const until = leaseUntil(deps.now(), leases.save);
  const sandbox = changed(row, deps.now(), { save_lease_until: until });
  await deps.sandboxes.save([{ previous: row, next: sandbox }]);
  const outcome = await deps.disks.save(volumeId, diskOwner(sandbox));
  const now = deps.now();
  const save = async (next: Sandbox): Promise<void> => deps.sandboxes.save([{ previous: sandbox, next }]);
  // The next step records it on the current row, which another writer may have changed during the call.
  if (outcome.kind === 'accepted') return { snapshot: { id: outcome.snapshot.id, found: outcome.snapshot } };
  const where = { owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id };
  if (outcome.kind === 'unclear') {
    log.warn('CreateSnapshot has an unknown result', { ...where, error: outcome.error });
    await save(retriedLater(sandbox, deps, now));
    return {};
  }
  log.warn('EC2 refused a snapshot', { ...where, code: outcome.code, message: outcome.message });
  const isDenied = outcome.code === 'access_denied';
  if (isDenied) deps.alarm('AccessErrors');
  const isLost = outcome.code === 'volume_lost' && !isFresh(sandbox, now);
  if (isLost) await save(volumeLost(sandbox, now));
  else if (outcome.code === 'quota_reached')
    await save(changes.saveFailed(sandbox, reasons.snapshotQuotaReached, deps.random, now, limits.quotaSaves));
  else if (outcome.retryable || outcome.code === 'volume_lost') await save(retriedLater(sandbox, deps, now));
  else {
    // The role and the missing permission only go to the operator's log.
    const message = isDenied ? 'this service lacks a permission that it needs' : outcome.message;
    await save(changes.saveFailed(sandbox, reasons.snapshotFailed(message), deps.random, now, 0));
  }
  return {};
}

/**
 * EC2 was too busy, or its response was lost. The volume is retried with growing pauses, for as long as saving can
 * take.
 */
function retriedLater(sandbox: Sandbox, deps: SaveDeps, now: Date): Sandbox {
  const tries = 1 + Math.floor(Math.log2(1 + secondsAsking(sandbox, now) / 5));
  return changed(sandbox, now, { save_lease_until: null, retry_at: timestamp(backoff(tries, now, deps.random)) });
}

/** Whether the task ended so recently that EC2 may not show the state of its disk yet. */
function isFresh({ task_ended_at: endedAt }: Sandbox, now: Date): boolean {
  return endedAt !== null && secondsSince(endedAt, now) <= limits.consistency;
}

/** The disk vanished before it was saved. The previous workspace is used only on request. */
function volumeLost(sandbox: Sandbox, now: Date): Sandbox {
  const reason =
    startSnapshotOf(sandbox) === null ? reasons.workspaceLost : reasons.workspaceOutdated(sandbox.saved_at);
  const kept = sandbox.snapshot_id === null ? null : sandbox.workspace_kept;
  return changes.failed({ ...sandbox, volume_id: null, workspace_kept: kept }, reason, now);
}
