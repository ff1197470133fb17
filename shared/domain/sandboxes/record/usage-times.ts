import { timestamp } from '../../../platform/clock.ts';
import type { Sandbox } from './sandbox.ts';
import { billedFrom, type Task } from './task.ts';

/** Usage times in a sandbox's row. Ledger entries follow from how a write changes them (`ledger-of.ts`). */

/** The usage fields once a task is observed: from its start on, its workspace is on a disk and not in a snapshot. */
export function usageStarted(sandbox: Sandbox, task: Task): Partial<Sandbox> {
  const at = sandbox.task_started_at === null ? billedFrom(task) : null;
  return at === null ? {} : { task_started_at: at, workspace_kept: null };
}

/** The usage fields after a task's end; the time of the stop request counts if ECS no longer has the end. */
export function usageEnded(sandbox: Sandbox, task: Task | undefined, isKept: boolean, now: Date): Partial<Sandbox> {
  const startedAt = sandbox.task_started_at ?? (task ? billedFrom(task) : null);
  // A task that never began to pull its image cost nothing: the workspace is still kept as before.
  if (startedAt === null) return isKept || sandbox.phase === 'DELETING' ? {} : { workspace_kept: null };
  const reported = sandbox.task_stopped_at ?? task?.times.stoppedAt ?? null;
  const end = reported ?? sandbox.stop_sent_at ?? timestamp(now);
  const stoppedAt = end < startedAt ? startedAt : end;
  const { generation, launch, api_key_id } = sandbox;
  const kept = { since: stoppedAt, generation, api_key_id: launch?.api_key_id ?? api_key_id };
  return {
    task_arn: sandbox.task_arn ?? task?.arn ?? null,
    task_started_at: startedAt,
    task_stopped_at: stoppedAt,
    task_stop_estimated: reported === null,
    workspace_kept: isKept ? kept : null,
  };
}

/** Records a task's times while ECS reports them; later observations do not change them. */
export function usageConfirmedByEcs(sandbox: Sandbox, startedAt: string, stoppedAt: string): Partial<Sandbox> {
  return { task_started_at: sandbox.task_started_at ?? startedAt, task_stopped_at: stoppedAt, workspace_kept: null };
}

/** A workspace that was taken for gone is there again. */
export function keptAgain({ generation, api_key_id }: Sandbox, now: Date): Pick<Sandbox, 'workspace_kept'> {
  return { workspace_kept: { since: timestamp(now), generation, api_key_id } };
}
