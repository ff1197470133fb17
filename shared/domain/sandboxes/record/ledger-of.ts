import { timestamp } from '../../../platform/clock.ts';
import { lineageIdsOf } from '../../billing/budgets/account.ts';
import { initializationKey, pausedKey, runningKey, type UsageRow } from '../../billing/usage/usage-row.ts';
import type { Launch } from './launch.ts';
import type { Sandbox, SandboxWrite } from './sandbox.ts';
import { billedFrom, type Task } from './task.ts';

/** The ledger entries of a write. Intervals end only here, so that no caller can forget one. */
export function ledgerOf({ previous, next }: SandboxWrite): UsageRow[] {
  if (!previous) return [];
  return [...endedTask(previous, next), ...endedRest(previous, next)];
}

/** Whether the sandbox has an open interval: a task runs, or a workspace is kept. */
export function isMetered({
  task_started_at: startedAt,
  task_stopped_at: stoppedAt,
  workspace_kept: kept,
}: Pick<Sandbox, 'task_started_at' | 'task_stopped_at' | 'workspace_kept'>): boolean {
  return kept !== null || (startedAt !== null && stoppedAt === null);
}

/** The open intervals as if they ended now. Billing of a deleted sandbox ends when its deletion is requested. */
export function openOf(row: Sandbox, now: Date): UsageRow[] {
  const at = timestamp(now);
  const isRunning = row.task_started_at !== null && row.task_stopped_at === null;
  return [
    ...(isRunning ? rowsOfTask({ ...row, task_stopped_at: at }) : []),
    ...(row.workspace_kept ? [pausedRow(row, row.workspace_kept, endOfRest(row, at))] : []),
  ].filter(({ started_at, ended_at }) => started_at < ended_at);
}

function endedTask(previous: Sandbox, next: Sandbox): UsageRow[] {
  const isNews = previous.task_stopped_at === null || previous.generation !== next.generation;
  return isNews && next.task_started_at !== null && next.task_stopped_at !== null ? rowsOfTask(next) : [];
}

/** The interval of a task, and what AWS charges once for filling its disk at a rate. */
function rowsOfTask(row: Sandbox): UsageRow[] {
  const running = runningRow(row);
  const volume = row.launch?.volume;
  const isCharged = volume?.snapshot_id && volume.initialization_rate !== null;
  return isCharged ? [running, initializationRow(running, row.task_arn ?? '')] : [running];
}

/** Counted at the end of the task, when its interval is written. */
function initializationRow(running: UsageRow, taskArn: string): UsageRow {
  const { sandbox_id: id, generation, ended_at } = running;
  return {
    ...running,
    usage_key: initializationKey(id, generation, taskArn),
    kind: 'initialization',
    started_at: timestamp(new Date(Date.parse(ended_at) - 1)),
    ...noTask,
  };
}

function endedRest(previous: Sandbox, next: Sandbox): UsageRow[] {
  const { workspace_kept: kept } = previous;
  if (!kept || isSame(kept, next.workspace_kept)) return [];
  // A newly seen task has used the workspace since its billing began.
  const isTaken = next.task_started_at !== null && previous.task_started_at === null;
  const end = isTaken && next.task_started_at !== null ? next.task_started_at : next.updated_at;
  const row = pausedRow(previous, kept, endOfRest(next, end));
  return row.started_at < row.ended_at ? [row] : [];
}

function isSame(kept: NonNullable<Sandbox['workspace_kept']>, other: Sandbox['workspace_kept']): boolean {
  return other !== null && other.since === kept.since && other.generation === kept.generation;
}

function endOfRest({ desired, receipt }: Sandbox, end: string): string {
  return desired === 'DELETED' && receipt && receipt.requested_at < end ? receipt.requested_at : end;
}

/** The usage interval of a task, from its sandbox's row. */
export function runningRow(row: Sandbox): UsageRow {
  const { launch, task_started_at: startedAt, task_stopped_at: stoppedAt } = row;
  const size = launch?.size ?? noTask;
  return {
    ...idsOf(row),
    usage_key: runningKey(row.sandbox_id, row.generation, row.task_arn ?? ''),
    kind: 'running',
    generation: row.generation,
    started_at: startedAt ?? '',
    ended_at: stoppedAt ?? '',
    is_estimate: row.task_stop_estimated,
    ...size,
    capacity: launch?.capacity ?? noTask.capacity,
    gigabytes: launch?.volume?.size_gib ?? 0,
    ...payerOfTask(row),
  };
}

function pausedRow(row: Sandbox, kept: NonNullable<Sandbox['workspace_kept']>, end: string): UsageRow {
  return {
    ...idsOf(row),
    usage_key: pausedKey(row.sandbox_id, kept.generation, kept.since),
    kind: 'paused',
    generation: kept.generation,
    started_at: kept.since,
    ended_at: end < kept.since ? kept.since : end,
    is_estimate: false,
    ...noTask,
    gigabytes: kept.gigabytes,
    ...withLineages(kept),
  };
}

function idsOf({ owner_id, sandbox_id, spec_id, conversation_ids }: Sandbox) {
  return { owner_id, sandbox_id, spec_id, conversation_ids: [...conversation_ids] };
}

/** The size on the interval of a workspace that is only stored. */
export const noTask = { cpu_units: 0, memory_megabytes: 0, architecture: 'X86_64', capacity: 'on_demand' } as const;

/** The usage fields once a task is observed: from its start on, the workspace is on a disk and not in a snapshot. */
export function usageStarted(sandbox: Sandbox, task: Task): Partial<Sandbox> {
  const at = sandbox.task_started_at === null ? billedFrom(task) : null;
  return at === null ? {} : { task_started_at: at, workspace_kept: null };
}

/** The usage fields after a task's end. If ECS no longer has the end, the time of the stop request counts. */
export function usageEnded(sandbox: Sandbox, task: Task | undefined, isKept: boolean, now: Date): Partial<Sandbox> {
  const startedAt = sandbox.task_started_at ?? (task ? billedFrom(task) : null);
  // A task that never began to pull its image cost nothing, and the workspace is still kept as before.
  if (startedAt === null) return isKept || sandbox.phase === 'DELETING' ? {} : { workspace_kept: null };
  const reported = sandbox.task_stopped_at ?? task?.times.stoppedAt ?? null;
  const end = reported ?? sandbox.stop_sent_at ?? timestamp(now);
  const stoppedAt = end < startedAt ? startedAt : end;
  const { generation, launch, workspace_gigabytes: wanted } = sandbox;
  // A resume can have requested a larger disk since.
  const gigabytes = launch?.volume?.size_gib ?? wanted;
  const kept = { since: stoppedAt, generation, gigabytes, ...payerOfTask(sandbox) };
  return {
    task_arn: sandbox.task_arn ?? task?.arn ?? null,
    task_started_at: startedAt,
    task_stopped_at: stoppedAt,
    task_stop_estimated: reported === null,
    workspace_kept: isKept ? kept : null,
  };
}

/** Records a task's times while ECS still reports them. */
export function usageConfirmedByEcs(sandbox: Sandbox, startedAt: string, stoppedAt: string): Partial<Sandbox> {
  return { task_started_at: sandbox.task_started_at ?? startedAt, task_stopped_at: stoppedAt, workspace_kept: null };
}

/** The usage fields when a lost workspace exists again. The storage of a shared snapshot is not the sandbox's. */
export function workspaceKeptAgain(sandbox: Sandbox, now: Date): Pick<Sandbox, 'workspace_kept'> {
  if (sandbox.snapshot_id === null) return { workspace_kept: null };
  const { generation, workspace_gigabytes: gigabytes } = sandbox;
  return { workspace_kept: { since: timestamp(now), generation, gigabytes, ...payerOf(sandbox) } };
}

/** The payer of an interval: an API key, and the ids of its lineages. */
type PaidBy = Pick<UsageRow, 'api_key_id' | 'lineages'>;

/** The key that last started or resumed the sandbox, with its lineages. */
export function payerOf(sandbox: Sandbox): PaidBy {
  return { api_key_id: sandbox.api_key_id, lineages: [...lineageIdsOf(sandbox)] };
}

/** The payer of this generation's task. Another key may have resumed the sandbox since the task was started. */
function payerOfTask(sandbox: Sandbox): PaidBy {
  const { launch } = sandbox;
  return launch === null || launch.api_key_id === null ? payerOf(sandbox) : withLineages(launch);
}

/** On older rows without lineages, a key is its own lineage. */
function withLineages({ api_key_id, lineages }: Pick<Launch, 'api_key_id' | 'lineages'>): PaidBy {
  return { api_key_id, lineages: lineages ?? (api_key_id === null ? [] : [api_key_id]) };
}
