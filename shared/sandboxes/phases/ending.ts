import type { Failure, FailureClass } from '../failure.ts';
import { classifyStop } from '../launch-errors.ts';
import { limits } from '../limits.ts';
import * as reasons from '../reasons.ts';
import { isWanted, type Sandbox } from '../sandbox.ts';
import type { Aftermath, Observation, Step } from '../step.ts';
import { isStopped } from '../task.ts';
import { age, secondsSince } from './time.ts';

/** Why the task is gone, or undefined when it is not known to be. */
export function lossOf(sandbox: Sandbox, task: Observation['task'], now: Date): Failure | undefined {
  if (task === 'absent')
    return age(sandbox, now) > limits.consistency ? { reason: reasons.taskLost, class: 'transient' } : undefined;
  return task && isStopped(task) ? classifyStop(task) : undefined;
}

/**
 * The step for a task that is gone although nobody stopped it for the record. One that ECS does not know is told to stop all the same: ECS may be wrong, or have
 * been asked too long ago, and what is saved must not change any more.
 */
export function taskGone(sandbox: Sandbox, loss: Failure, task: Observation['task'], now: Date): Step {
  const aftermath = isWanted(sandbox) ? uninvited(sandbox, loss.class, now) : 'as-wanted';
  const reason = aftermath === 'as-wanted' ? null : loss.reason;
  return task === undefined || task === 'absent'
    ? { kind: 'stop', aftermath, reason, pauseReason: null, sent: false }
    : { kind: 'task-ended', aftermath, reason, task };
}

/** What the end of a task that should run leads to. What a new start would only repeat is given up at once; want of capacity passes, but not within seconds. */
export function uninvited(sandbox: Sandbox, failure: FailureClass, now: Date): Aftermath {
  if (failure === 'spec' || failure === 'access') return 'give-up';
  const waits = failure === 'capacity' || failure === 'throttled';
  return restartsSoFar(sandbox, now) < (waits ? limits.capacityRestarts : limits.restarts) ? 'restart' : 'give-up';
}

/** How many restarts in a row came to nothing. */
export function restartsSoFar(sandbox: Sandbox, now: Date): number {
  const { running_since: since, restarts } = sandbox;
  return since !== null && secondsSince(since, now) >= limits.stable ? 0 : restarts;
}
