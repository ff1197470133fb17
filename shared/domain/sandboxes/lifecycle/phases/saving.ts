import { isHeld } from '../../../../platform/lease.ts';
import type { Snapshot } from '../../record/disks.ts';
import { markOf } from '../../record/identity.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';
import { strayAtRest } from './resting.ts';
import { isAhead, secondsAsking, secondsSince } from './time.ts';

/** SAVING: the task is gone; its volume stays until the snapshot is complete. */
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
      ? { kind: 'save-failed', message: 'the snapshot has vanished' }
      : { kind: 'none' };
  if (found.state === 'completed') return { kind: 'saved', snapshot: found };
  if (found.state === 'error') return { kind: 'save-failed', message: found.message ?? 'EC2 gave no reason' };
  return secondsSince(found.startedAt, now) > limits.saving ? tooLate : { kind: 'none' };
}

/** A snapshot that this service made of this very volume, by whichever observation it was found. */
function ownSnapshot(sandbox: Sandbox, seen: Observation['snapshot']): Snapshot | undefined {
  if (!seen || seen.found === 'absent' || seen.found.state === 'error') return undefined;
  const isOwn = seen.found.volumeId === sandbox.volume_id && seen.found.owner?.mark === markOf(sandbox);
  return isOwn ? seen.found : undefined;
}

const tooLate: Step = { kind: 'save-failed', message: `it was not complete after ${limits.saving / 3600} hours` };
