import type { Clock } from '../../../platform/clock.ts';
import type { Tasks } from '../launch/tasks.ts';
import { sizedReason } from '../record/failures.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { Step } from '../record/step.ts';
import type { Task } from '../record/task.ts';

export interface EndDeps {
  readonly tasks: Pick<Tasks, 'describe'>;
  /** Whether the disk was full when the task ended, as far as its last measurement tells. */
  readonly wasDiskFull?: (sandbox: Sandbox, end: number) => Promise<boolean>;
  readonly now: Clock;
}

/** The end of a task with the times of its billing and its reason. */
export async function endDescribed(
  sandbox: Sandbox,
  step: Extract<Step, { kind: 'task-ended' }>,
  deps: EndDeps,
): Promise<Extract<Step, { kind: 'task-ended' }>> {
  const task = await withTimes(step.task, deps);
  return { ...step, task, reason: await endReason(sandbox, step, task, deps) };
}

/** Why a sandbox stops, with what the last measurement of its disk adds. */
export function endReason(
  sandbox: Sandbox,
  { reason }: Pick<Extract<Step, { kind: 'stop' }>, 'reason'>,
  task: Task | undefined,
  { wasDiskFull, now }: EndDeps,
) {
  const end = task?.times.stoppedAt ? Date.parse(task.times.stoppedAt) : now().getTime();
  return sizedReason(reason, sandbox, async () => (await wasDiskFull?.(sandbox, end)) ?? false);
}

/** When RunTask repeats its response for a stopped task, the times for its billing are missing. */
async function withTimes(task: Task | undefined, deps: EndDeps): Promise<Task | undefined> {
  if (!task || task.times.stoppedAt !== null) return task;
  const described = await deps.tasks.describe(task.arn);
  return described === 'absent' ? task : described;
}
