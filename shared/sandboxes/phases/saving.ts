import { limits } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Observation, Step } from '../step.ts';
import { strayAtRest } from './resting.ts';
import { age, isAhead, secondsSince } from './time.ts';

/** SAVING: the task is gone, and a snapshot of its volume is under way. The volume stays until the snapshot is complete. */
export function saving(sandbox: Sandbox, { task, snapshot }: Observation, now: Date): Step {
  const stray = strayAtRest(task);
  if (stray) return stray;
  const { volume_id: volumeId, saving_snapshot_id: snapshotId } = sandbox;
  if (volumeId === null)
    return { kind: 'rest', phase: sandbox.stop_into, reason: sandbox.status_reason, givesUp: false };
  if (isAhead(sandbox.retry_at, now)) return { kind: 'none', again: new Date(sandbox.retry_at) };
  if (snapshotId === null) return age(sandbox, now) > limits.saving ? tooLate : { kind: 'save-volume' };
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

const tooLate: Step = { kind: 'save-failed', message: `it was not complete after ${limits.saving / 3600} hours` };
