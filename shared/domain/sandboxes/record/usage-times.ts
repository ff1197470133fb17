import { timestamp } from '../../../platform/clock.ts';
import { lineageIdsOf } from '../../billing/budgets/payer.ts';
import type { UsageRow } from '../../billing/usage/usage-row.ts';
import type { Launch, Sandbox } from './sandbox.ts';
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
  const kept = { since: stoppedAt, generation: sandbox.generation, ...payerOfTask(sandbox) };
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
export function keptAgain(sandbox: Sandbox, now: Date): Pick<Sandbox, 'workspace_kept'> {
  return { workspace_kept: { since: timestamp(now), generation: sandbox.generation, ...payerOf(sandbox) } };
}

/** Who pays for an interval: an API key, and the ids of its lineages. */
type PaidBy = Pick<UsageRow, 'api_key_id' | 'lineages'>;

/** The key that started or resumed the sandbox last, with its lineages. */
export function payerOf(sandbox: Sandbox): PaidBy {
  return { api_key_id: sandbox.api_key_id, lineages: [...lineageIdsOf(sandbox)] };
}

/** Who pays for the task of this generation: another key may have resumed the sandbox since it was started. */
export function payerOfTask(sandbox: Sandbox): PaidBy {
  const { launch } = sandbox;
  return launch === null || launch.api_key_id === null ? payerOf(sandbox) : withLineages(launch);
}

/** A payer on record from before there were lineages is one by itself. */
export function withLineages({ api_key_id, lineages }: Pick<Launch, 'api_key_id' | 'lineages'>): PaidBy {
  return { api_key_id, lineages: lineages ?? (api_key_id === null ? [] : [api_key_id]) };
}
