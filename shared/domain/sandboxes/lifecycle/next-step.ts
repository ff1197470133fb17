import type { Sandbox } from '../record/sandbox.ts';
import type { Observation, Step } from '../record/step.ts';
import { isStopped, type Task } from '../record/task.ts';
import { resting, saving, strayAtRest } from './phases/resting.ts';
import { running } from './phases/running.ts';
import { booting, pending, provisioning } from './phases/starting.ts';
import { deleting, stopping } from './phases/stopping.ts';

/** The next step. Depends only on row and observation, so that any event can be lost, repeated or late. */
export function nextStep(sandbox: Sandbox, observation: Observation, now: Date): Step {
  // The task now belongs to the sandbox that claimed it: nothing here may touch it.
  if (sandbox.warm?.claimed_by) return sandbox.phase === 'DELETED' ? { kind: 'none' } : { kind: 'settle-claim' };
  const { task } = observation;
  if (task && task !== 'absent') {
    if (isForeign(sandbox, task)) return strayTask(sandbox, task);
    if (task.version < sandbox.task_version) return nextStep(sandbox, { ...observation, task: undefined }, now);
  }
  if (sandbox.desired === 'DELETED' && sandbox.phase !== 'DELETING' && sandbox.phase !== 'DELETED')
    return { kind: 'begin-deletion' };
  switch (sandbox.phase) {
    case 'PENDING':
      return pending(sandbox, observation, now);
    case 'PROVISIONING':
      return provisioning(sandbox, observation, now);
    case 'BOOTING':
      return booting(sandbox, observation, now);
    case 'RUNNING':
      return running(sandbox, observation, now);
    case 'STOPPING':
      return stopping(sandbox, observation, now);
    case 'SAVING':
      return saving(sandbox, observation, now);
    case 'PAUSED':
    case 'ERROR':
    case 'EXPIRED':
      return resting(sandbox, observation, now);
    case 'DELETING':
      return deleting(sandbox, observation, now);
    case 'DELETED':
      return strayAtRest(task) ?? { kind: 'none' };
  }
}

/** A claimed task names the warm pool's row and generation, so it is identified by its ARN. */
function isForeign(sandbox: Sandbox, task: Task): boolean {
  if (sandbox.claimed !== null) return task.arn !== sandbox.task_arn;
  return task.generation !== sandbox.generation || (sandbox.task_arn !== null && task.arn !== sandbox.task_arn);
}

/** An observation of another generation never changes the row. If that task still runs, it is a leak. */
function strayTask(sandbox: Sandbox, task: Task): Step {
  const isLeftAlone = isStopped(task) || task.desiredStatus === 'STOPPED' || task.generation > sandbox.generation;
  return isLeftAlone ? { kind: 'none' } : { kind: 'stop-stray', taskArn: task.arn };
}
