import { isHeld } from '../../../../platform/lease.ts';
import { startSnapshotOf } from '../../record/base-snapshot.ts';
import { hasLostWorkspace } from '../../record/conditions.ts';
import type { Snapshot } from '../../record/disks.ts';
import { markOf } from '../../record/identity.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';
import { isStopped } from '../../record/task.ts';
import { isAhead, secondsAsking, secondsSince } from './time.ts';

/** SAVING: the task is gone. Its volume stays until the snapshot is complete. */
export function saving(sandbox: Sandbox, { task, snapshot }: Observation, now: Date): Step {
  const stray = strayAtRest(task);
  if (stray) return stray;
  const { volume_id: volumeId, saving_snapshot_id: snapshotId } = sandbox;
  if (volumeId === null)
    return { kind: 'rest', phase: sandbox.stop_into, reason: sandbox.status_reason, givesUp: false };
  if (isAhead(sandbox.retry_at, now)) return { kind: 'none', again: new Date(sandbox.retry_at) };
  if (snapshotId === null) {
    const own = ownSnapshot(sandbox, snapshot);
    if (own) return { kind: 'adopt-snapshot', snapshot: own };
    if (isHeld(sandbox.save_lease_until, now)) return { kind: 'none' };
  }
  if (snapshotId === null) return secondsAsking(sandbox, now) > limits.saving ? tooLate : { kind: 'save-volume' };
  if (snapshot?.id !== snapshotId)
    return secondsSince(sandbox.updated_at, now) > limits.silence
      ? { kind: 'look-at-snapshot', snapshotId }
      : { kind: 'none' };
  const { found } = snapshot;
  if (found === 'absent')
    return secondsSince(sandbox.updated_at, now) > limits.consistency
      ? { kind: 'save-failed', message: 'the snapshot no longer exists' }
      : { kind: 'none' };
  if (found.state === 'completed') return { kind: 'saved', snapshot: found };
  if (found.state === 'error') return { kind: 'save-failed', message: found.message ?? 'EC2 gave no reason' };
  return secondsSince(found.startedAt, now) > limits.saving ? tooLate : { kind: 'none' };
}

/** A snapshot that this service made of this volume, however it was found. */
function ownSnapshot(sandbox: Sandbox, seen: Observation['snapshot']): Snapshot | undefined {
  if (!seen || seen.found === 'absent' || seen.found.state === 'error') return undefined;
  const isOwn = seen.found.volumeId === sandbox.volume_id && seen.found.owner?.mark === markOf(sandbox);
  return isOwn ? seen.found : undefined;
}

const tooLate: Step = { kind: 'save-failed', message: `it was not complete after ${limits.saving / 3600} hours` };

/** PAUSED, ERROR, EXPIRED: nothing runs, and nothing changes until a request or the end of the retention. */
export function resting(sandbox: Sandbox, observation: Observation, now: Date): Step {
  const stray = strayAtRest(observation.task);
  if (stray) return stray;
  const loss = lossOfWorkspace(sandbox, observation, now);
  if (loss) return loss;
  if (sandbox.desired === 'RUNNING' && sandbox.phase !== 'EXPIRED')
    return sandbox.volume_id === null ? { kind: 'begin-generation' } : { kind: 'save-first' };
  const discard = nextDiscard(sandbox, observation);
  if (discard) return discard;
  const isOver = sandbox.expires_at !== null && sandbox.expires_at <= now.toISOString();
  return isOver && sandbox.phase !== 'EXPIRED' ? { kind: 'expire' } : { kind: 'none' };
}

/** A task that runs although this generation's task has ended. */
export function strayAtRest(task: Observation['task']): Step | undefined {
  const runs = task && task !== 'absent' && !isStopped(task) && task.desiredStatus !== 'STOPPED';
  return runs ? { kind: 'stop-stray', taskArn: task.arn } : undefined;
}

/** Whether EC2 knows the snapshot that a resume needs. An unsaved volume is newer than any snapshot. */
function lossOfWorkspace(sandbox: Sandbox, { snapshot }: Observation, now: Date): Step | undefined {
  const id = startSnapshotOf(sandbox);
  if (id === null || sandbox.volume_id !== null || snapshot?.id !== id) return undefined;
  const state = snapshot.found === 'absent' ? 'absent' : snapshot.found.state;
  if (state === 'absent' && isFresh(sandbox, now)) return undefined;
  if (hasLostWorkspace(sandbox)) return state === 'completed' ? { kind: 'find-workspace' } : undefined;
  return state === 'absent' || state === 'error' ? { kind: 'lose-workspace' } : undefined;
}

/** Whether the snapshot was completed so recently that EC2, which is eventually consistent, may not show it. */
export function isFresh({ saved_at: savedAt }: Sandbox, now: Date): boolean {
  return savedAt !== null && secondsSince(savedAt, now) <= limits.consistency;
}

/** The next discard to delete, except those that were busy in this pass. */
export function nextDiscard(sandbox: Sandbox, { busyDiscards = [] }: Observation): Step | undefined {
  const discard = sandbox.discards.find(({ id }) => !busyDiscards.includes(id));
  return discard && { kind: 'discard', discard };
}
