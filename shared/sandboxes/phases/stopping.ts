import { limits } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Observation, Step } from '../step.ts';
import { isStopped, type Task } from '../task.ts';
import { isAhead, lookIfSilent, secondsSince } from './time.ts';

/** STOPPING: on record as stopping; the task is told so, and ends. */
export function stopping(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  if (hasEnded(sandbox, task, now))
    return { kind: 'task-ended', aftermath: 'as-wanted', reason: null, task: task === 'absent' ? undefined : task };
  return endTask(sandbox, task, now);
}

/** Whether the task is gone: ECS says that it stopped, or took the order to stop it and does not know it any more. */
export function hasEnded({ stop_sent_at: sentAt }: Sandbox, task: Observation['task'], now: Date): boolean {
  if (task === 'absent') return sentAt !== null && secondsSince(sentAt, now) > limits.consistency;
  return task !== undefined && isStopped(task);
}

/** What makes a task end. One whose agent has something to save is prepared by a worker first, as long as it lives. */
export function endTask(sandbox: Sandbox, task: Observation['task'], now: Date): Step {
  const { task_arn: taskArn, stop_sent_at: sentAt } = sandbox;
  const seen = task === 'absent' ? undefined : task;
  if (taskArn === null) return seen ? { kind: 'send-stop', taskArn: seen.arn } : lookIfSilent(sandbox, task, now);
  if (sentAt === null) {
    if (isStoppingAlready(seen)) return lookIfSilent(sandbox, task, now);
    if (isAhead(sandbox.stop_lease_until, now)) return { kind: 'none' };
    const mayPrepare = sandbox.running_since !== null && sandbox.stop_lease_until === null;
    return mayPrepare && sandbox.phase === 'STOPPING' ? { kind: 'prepare-stop' } : { kind: 'send-stop', taskArn };
  }
  // StopTask was accepted and the task runs all the same: it is told once more.
  if (seen && (seen.desiredStatus !== 'STOPPED' || secondsSince(sentAt, now) > limits.stop))
    return secondsSince(sentAt, now) > limits.silence ? { kind: 'send-stop', taskArn } : { kind: 'none' };
  return lookIfSilent(sandbox, task, now);
}

function isStoppingAlready(task: Task | undefined): boolean {
  return task?.desiredStatus === 'STOPPED';
}
