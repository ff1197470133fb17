import * as reasons from '../../../../presentation/sandbox-reasons.ts';
import { isWanted } from '../../record/conditions.ts';
import type { Failure, FailureClass } from '../../record/failure.ts';
import { classifyStop } from '../../record/launch-errors.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { EndOutcome, Observation, Step } from '../../record/step.ts';
import { isStopped } from '../../record/task.ts';
import { age, secondsSince } from './time.ts';

/** Why the task is gone, or undefined when it may still run. */
export function lossOf(sandbox: Sandbox, task: Observation['task'], now: Date): Failure | undefined {
  if (task === 'absent')
    return age(sandbox, now) > limits.consistency ? { reason: reasons.taskLost, class: 'transient' } : undefined;
  return task && isStopped(task) ? classifyStop(task) : undefined;
}

/** Stops even a task that ECS does not know: ECS may be wrong, and the workspace must not change while it is saved. */
export function taskGone(sandbox: Sandbox, loss: Failure, task: Observation['task'], now: Date): Step {
  const endOutcome = isWanted(sandbox) ? uninvited(sandbox, loss.class, now) : 'as-wanted';
  const reason = endOutcome === 'as-wanted' ? null : loss.reason;
  return task === undefined || task === 'absent'
    ? { kind: 'stop', endOutcome, reason, pauseReason: null, sent: false }
    : { kind: 'task-ended', endOutcome, reason, task };
}

/** The outcome for a task that should run. A failure that a new start would repeat gives up at once. */
export function uninvited(sandbox: Sandbox, failure: FailureClass, now: Date): EndOutcome {
  // A warm task is wanted by no owner: the keeper of the pool starts another.
  if (sandbox.warm !== null || failure === 'spec' || failure === 'access') return 'give-up';
  const waits = failure === 'capacity' || failure === 'throttled';
  return restartsSoFar(sandbox, now) < (waits ? limits.capacityRestarts : limits.restarts) ? 'restart' : 'give-up';
}

/** How many restarts in a row have failed. */
export function restartsSoFar(sandbox: Sandbox, now: Date): number {
  const { running_since: since, restarts } = sandbox;
  return since !== null && secondsSince(since, now) >= limits.stable ? 0 : restarts;
}
