import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';
import { nextDiscard, strayAtRest } from './resting.ts';
import { endTask, hasEnded } from './stopping.ts';
import { mayStillAppear } from './time.ts';

/** DELETING: task, disks and row go, in this order; each is on the receipt and stays there until it is confirmed. */
export function deleting(sandbox: Sandbox, observation: Observation, now: Date): Step {
  if (sandbox.task_ended_at === null) return endForGood(sandbox, observation, now);
  const stray = strayAtRest(observation.task);
  if (stray) return stray;
  if (!sandbox.receipt?.collected) return { kind: 'collect' };
  if (sandbox.discards.length > 0) return nextDiscard(sandbox, observation) ?? { kind: 'none' };
  return { kind: 'bury' };
}

function endForGood(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  const gone: Step = {
    kind: 'task-ended',
    endOutcome: 'as-wanted',
    reason: null,
    task: task === 'absent' ? undefined : task,
  };
  if (sandbox.launch === null && sandbox.task_arn === null) return gone;
  // A start whose answer was lost may have given a task that ECS does not show yet.
  if (task === 'absent' && sandbox.launch && sandbox.task_arn === null)
    return mayStillAppear(sandbox.launch, sandbox, now) ? { kind: 'none' } : gone;
  if (hasEnded(sandbox, task, now)) return gone;
  if (task === undefined && sandbox.task_arn === null) return { kind: 'observe' };
  return endTask(sandbox, task, now);
}
