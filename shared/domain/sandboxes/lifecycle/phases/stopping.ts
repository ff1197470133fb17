import { isHeld } from '../../../../platform/lease.ts';
import { isAbandoned } from '../../record/conditions.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';
import { isStopped } from '../../record/task.ts';
import { nextDiscard, strayAtRest } from './resting.ts';
import { lookIfSilent, mayStillAppear, secondsSince } from './time.ts';

/** STOPPING: recorded first. Then the service stops the task and waits for its end. */
export function stopping(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  return hasEnded(sandbox, task, now) ? taskEnded(task) : endTask(sandbox, task, now);
}

function taskEnded(task: Observation['task']): Step {
  return { kind: 'task-ended', endOutcome: 'as-wanted', reason: null, task: task === 'absent' ? undefined : task };
}

/** Whether the task is gone: ECS reports it as stopped, or accepted the stop and no longer knows the task. */
function hasEnded({ stop_sent_at: sentAt }: Sandbox, task: Observation['task'], now: Date): boolean {
  if (task === 'absent') return sentAt !== null && secondsSince(sentAt, now) > limits.consistency;
  return task !== undefined && isStopped(task);
}

/** The step that ends a task. While its lease lasts, a worker lets the agent save and deliver first. */
function endTask(sandbox: Sandbox, task: Observation['task'], now: Date): Step {
  const { task_arn: taskArn, stop_sent_at: sentAt } = sandbox;
  const seen = task === 'absent' ? undefined : task;
  if (taskArn === null) return seen ? { kind: 'send-stop', taskArn: seen.arn } : lookIfSilent(sandbox, task, now);
  if (sentAt === null) {
    if (seen?.desiredStatus === 'STOPPED') return lookIfSilent(sandbox, task, now);
    if (isHeld(sandbox.stop_lease_until, now)) return { kind: 'none' };
    return mayPrepare(sandbox) ? { kind: 'prepare-stop' } : { kind: 'send-stop', taskArn };
  }
  // StopTask was accepted but the task still runs: the call is repeated.
  if (seen && (seen.desiredStatus !== 'STOPPED' || secondsSince(sentAt, now) > limits.stop))
    return secondsSince(sentAt, now) > limits.silence ? { kind: 'send-stop', taskArn } : { kind: 'none' };
  return lookIfSilent(sandbox, task, now);
}

/** An agent prepares once, if it ever ran and if its workspace or a conversation is kept. */
function mayPrepare(sandbox: Sandbox): boolean {
  const isPrepared = sandbox.running_since === null || sandbox.stop_lease_until !== null;
  return !isPrepared && (sandbox.phase === 'STOPPING' || !isAbandoned(sandbox));
}

/** DELETING: task, disks and row are deleted in this order. The receipt lists each until its deletion is confirmed. */
export function deleting(sandbox: Sandbox, observation: Observation, now: Date): Step {
  if (sandbox.task_ended_at === null) return endForDeletion(sandbox, observation, now);
  const stray = strayAtRest(observation.task);
  if (stray) return stray;
  if (!sandbox.receipt?.collected) return { kind: 'collect' };
  if (sandbox.discards.length > 0) return nextDiscard(sandbox, observation) ?? { kind: 'none' };
  return { kind: 'bury' };
}

function endForDeletion(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  if (sandbox.launch === null && sandbox.task_arn === null) return taskEnded(task);
  // A start whose response was lost may have created a task that ECS does not show yet.
  if (task === 'absent' && sandbox.launch && sandbox.task_arn === null)
    return mayStillAppear(sandbox.launch, sandbox, now) ? { kind: 'none' } : taskEnded(task);
  if (hasEnded(sandbox, task, now)) return taskEnded(task);
  if (task === undefined && sandbox.task_arn === null) return { kind: 'observe' };
  return endTask(sandbox, task, now);
}
