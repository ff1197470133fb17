import type { Sandbox } from '../sandbox.ts';
import type { Observation, Step } from '../step.ts';
import { isStopped } from '../task.ts';

/** PAUSED, ERROR, EXPIRED: nothing runs, and nothing happens until somebody wants something or its time is over. */
export function resting(sandbox: Sandbox, observation: Observation, now: Date): Step {
  const stray = strayAtRest(observation.task);
  if (stray) return stray;
  if (isLost(sandbox, observation)) return { kind: 'lose-workspace' };
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

/** Whether EC2 does not know the snapshot any more that a resume would need. */
function isLost({ snapshot_id: id }: Sandbox, { snapshot }: Observation): boolean {
  if (id === null || snapshot?.id !== id) return false;
  return snapshot.found === 'absent' || snapshot.found.state === 'error';
}

/** The next thing to delete, leaving out what could not go in this pass. */
export function nextDiscard(sandbox: Sandbox, { busyDiscards = [] }: Observation): Step | undefined {
  const discard = sandbox.discards.find(({ id }) => !busyDiscards.includes(id));
  return discard && { kind: 'discard', discard };
}
