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

/** The step for a task that is gone although nobody stopped it for the record. */
export function taskGone(sandbox: Sandbox, loss: Failure, task: Observation['task'], now: Date): Step {
  const aftermath = isWanted(sandbox) ? uninvited(sandbox, loss.class, now) : 'as-wanted';
  const reason = aftermath === 'as-wanted' ? null : loss.reason;
  return { kind: 'task-ended', aftermath, reason, task: task === 'absent' ? undefined : task };
}

/** What the end of a task that should run leads to. What a new start would only repeat is given up at once. */
export function uninvited(sandbox: Sandbox, failure: FailureClass, now: Date): Aftermath {
  if (failure === 'spec' || failure === 'access') return 'give-up';
  return restartsSoFar(sandbox, now) < limits.restarts ? 'restart' : 'give-up';
}

/** How many restarts in a row came to nothing. */
export function restartsSoFar(sandbox: Sandbox, now: Date): number {
  const { running_since: since, restarts } = sandbox;
  return since !== null && secondsSince(since, now) >= limits.stable ? 0 : restarts;
}
