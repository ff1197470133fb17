import { timestamp } from '../clock.ts';
import type { Sandbox } from './sandbox.ts';
import { billedFrom, type Task } from './task.ts';

/**
 * What the row of a sandbox says of what it costs at this moment: since when its task is paid for, or its workspace kept. The ledger of usage follows from how a
 * write changes this (`shared/usage/ledger-of.ts`), so that nothing is counted twice or forgotten.
 */

/** What becomes known when a task is seen: from its start on, its workspace is on a disk and not in a snapshot. */
export function clockedIn(sandbox: Sandbox, task: Task): Partial<Sandbox> {
  const at = sandbox.task_started_at === null ? billedFrom(task) : null;
  return at === null ? {} : { task_started_at: at, workspace_kept: null };
}

/**
 * The same when the task is gone. What ECS does not tell any more ended when it was told to stop, as far as anybody knows.
 *
 * @param task as ECS told of it last
 * @param isKept whether there is a workspace to keep
 */
export function clockedOut(sandbox: Sandbox, task: Task | undefined, isKept: boolean, now: Date): Partial<Sandbox> {
  const startedAt = sandbox.task_started_at ?? (task ? billedFrom(task) : null);
  // A task that never began to pull its image cost nothing: what was kept before is kept still.
  if (startedAt === null) return isKept || sandbox.phase === 'DELETING' ? {} : { workspace_kept: null };
  const told = sandbox.task_stopped_at ?? task?.times.stoppedAt ?? null;
  const end = told ?? sandbox.stop_sent_at ?? timestamp(now);
  const stoppedAt = end < startedAt ? startedAt : end;
  const { generation, launch, api_key_id } = sandbox;
  const kept = { since: stoppedAt, generation, api_key_id: launch?.api_key_id ?? api_key_id };
  return {
    task_arn: sandbox.task_arn ?? task?.arn ?? null,
    task_started_at: startedAt,
    task_stopped_at: stoppedAt,
    task_stop_estimated: told === null,
    workspace_kept: isKept ? kept : null,
  };
}

/** The times of a task whose end the lifecycle has not seen yet, while ECS still tells them: they stay, whatever it sees later. */
export function clockedByEcs(sandbox: Sandbox, startedAt: string, stoppedAt: string): Partial<Sandbox> {
  return { task_started_at: sandbox.task_started_at ?? startedAt, task_stopped_at: stoppedAt, workspace_kept: null };
}

/** A workspace that was taken for gone is there again. */
export function keptAgain({ generation, api_key_id }: Sandbox, now: Date): Pick<Sandbox, 'workspace_kept'> {
  return { workspace_kept: { since: timestamp(now), generation, api_key_id } };
}
