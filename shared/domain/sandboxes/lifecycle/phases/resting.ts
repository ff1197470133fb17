import { hasLostWorkspace } from '../../record/conditions.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';
import { isStopped } from '../../record/task.ts';
import { secondsSince } from './time.ts';

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

/** A task that runs although the one of this generation has ended. */
export function strayAtRest(task: Observation['task']): Step | undefined {
  const runs = task && task !== 'absent' && !isStopped(task) && task.desiredStatus !== 'STOPPED';
  return runs ? { kind: 'stop-stray', taskArn: task.arn } : undefined;
}

/** Whether EC2 knows the snapshot that a resume would need. An unsaved volume is newer than any snapshot. */
function lossOfWorkspace(sandbox: Sandbox, { snapshot }: Observation, now: Date): Step | undefined {
  const { snapshot_id: id, volume_id: volumeId } = sandbox;
  if (id === null || volumeId !== null || snapshot?.id !== id) return undefined;
  const state = snapshot.found === 'absent' ? 'absent' : snapshot.found.state;
  if (state === 'absent' && isFresh(sandbox, now)) return undefined;
  if (hasLostWorkspace(sandbox)) return state === 'completed' ? { kind: 'find-workspace' } : undefined;
  return state === 'absent' || state === 'error' ? { kind: 'lose-workspace' } : undefined;
}

/** Whether the snapshot was completed so recently that EC2, which is eventually consistent, may not show it. */
export function isFresh({ saved_at: savedAt }: Sandbox, now: Date): boolean {
  return savedAt !== null && secondsSince(savedAt, now) <= limits.consistency;
}

/** The next discard to delete, without those that were busy in this pass. */
export function nextDiscard(sandbox: Sandbox, { busyDiscards = [] }: Observation): Step | undefined {
  const discard = sandbox.discards.find(({ id }) => !busyDiscards.includes(id));
  return discard && { kind: 'discard', discard };
}
