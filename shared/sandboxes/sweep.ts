import type { OwnerAccount } from '../budgets/account.ts';
import { type BudgetSweepDeps, type KeysAtWork, sweepBudgets } from '../budgets/sweep-budgets.ts';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import type { StartTaskStore } from '../start-tasks/start-task-store.ts';
import { agentUrl } from './http-agents.ts';
import { parseStartedBy } from './identity.ts';
import type { ReconcileDeps } from './perform.ts';
import { reconcile } from './reconcile.ts';
import type { RepeatedFailures } from './repeated-failures.ts';
import { hasLostWorkspace, isCounted, type Sandbox } from './sandbox.ts';
import { mendOf, type SandboxStore } from './sandbox-store.ts';
import type { AgentHealth, Observation } from './step.ts';
import { sweepOrphans, sweepStored, takeInventory } from './sweep-disks.ts';
import { SweepRun } from './sweep-run.ts';
import type { Task } from './task.ts';

export interface SweepDeps extends ReconcileDeps, BudgetSweepDeps {
  readonly sandboxes: SandboxStore;
  readonly now: Clock;
  readonly startTasks: Pick<StartTaskStore, 'watched'>;
  /** Starts the worker of a start task; it returns at once. */
  readonly runStartTask: (ownerId: string, startTaskId: string) => Promise<void>;
  readonly metric: Metric;
}

/** A start task that nobody touched for this long may have lost its worker, in milliseconds. */
const QUIET = 30_000;

/**
 * Compares what is on record with what there is: tasks, volumes, snapshots and counts, in both directions, and mends what differs. Reality is read first: what
 * comes to be in between is then merely not seen yet, and never taken for something that is gone. It depends on no event, no stream and no other worker; and no part
 * of it depends on the service that another part asks.
 */
export async function sweep(deps: SweepDeps, repeated?: RepeatedFailures): Promise<void> {
  const run = new SweepRun(deps.now, deps.random, repeated);
  const tasks = (await run.part(0.25, () => sweepTasks(run, deps))) ?? new Map<string, Task>();
  const watched = await run.part(0.5, () => sweepWatched(run, tasks, deps));
  const accounts = watched && (await run.part(0.55, () => sweepCounts(run, watched, deps)));
  if (accounts) await run.part(0.65, () => sweepBudgets(run, keysAtWork(watched), accounts, deps));
  await run.part(0.7, () => sweepStartTasks(run, deps));
  // Last, as the lists of all disks may take long, and nobody waits for what they find.
  const inventory = await run.part(0.85, () => takeInventory(run, deps.disks));
  const referenced = inventory && (await run.part(0.95, () => sweepStored(run, inventory, deps)));
  if (inventory && referenced) await run.part(1, () => sweepOrphans(run, inventory, referenced, deps));
  tell(run, watched, deps);
}

function tell(run: SweepRun, watched: readonly Sandbox[] | undefined, { metric }: SweepDeps): void {
  if (watched) metric('SandboxesRunning', watched.filter(isCounted).length, 'Count');
  metric('SweepFindings', run.findings, 'Count', run.details());
  if (run.isComplete) metric('SweepCompleted', 1, 'Count');
  else log.error('the sweep did not look at everything; the next one goes on', run.details());
}

/** Tasks of ours, each shown to its sandbox: an orphan is stopped there. */
async function sweepTasks(run: SweepRun, deps: SweepDeps): Promise<ReadonlyMap<string, Task>> {
  const listed: { readonly task: Task; readonly startedBy: string | undefined }[] = [];
  for await (const page of deps.tasks.list()) listed.push(...page);
  const nameOf = ({ task }: (typeof listed)[number]) => `task ${task.arn}`;
  await run.each(listed, nameOf, async ({ task, startedBy }) => {
    const sandbox = parseStartedBy(startedBy);
    if (!sandbox) return;
    const { steps } = await reconcile(sandbox.ownerId, sandbox.sandboxId, { task }, deps, run.partEnd);
    if (steps > 0) run.found('task');
  });
  return new Map(listed.map(({ task }) => [task.arn, task]));
}

/** Every sandbox that does not rest, shown what there is of it. @returns all of them, as they were before. */
async function sweepWatched(
  run: SweepRun,
  tasks: ReadonlyMap<string, Task>,
  deps: SweepDeps,
): Promise<readonly Sandbox[]> {
  const watched: Sandbox[] = [];
  for await (const page of deps.sandboxes.watched()) watched.push(...page);
  const nameOf = (sandbox: Sandbox) => `sandbox ${sandbox.owner_id}/${sandbox.sandbox_id}`;
  await run.each(watched, nameOf, async (sandbox) => {
    const seen = await observe(sandbox, tasks, deps);
    const { steps } = await reconcile(sandbox.owner_id, sandbox.sandbox_id, seen, deps, run.partEnd);
    if (steps > 0) run.found('row');
  });
  return watched;
}

function keysAtWork(watched: readonly Sandbox[]): KeysAtWork {
  const owners = Map.groupBy(watched, ({ owner_id: ownerId }) => ownerId);
  const keysOf = (rows: readonly Sandbox[]) => new Set(rows.map((row) => row.api_key_id).filter((id) => id !== null));
  return new Map([...owners].map(([ownerId, rows]) => [ownerId, keysOf(rows)]));
}

async function observe(sandbox: Sandbox, tasks: ReadonlyMap<string, Task>, deps: SweepDeps): Promise<Observation> {
  const id = sandbox.saving_snapshot_id ?? (hasLostWorkspace(sandbox) ? sandbox.snapshot_id : null);
  const task = await taskOf(sandbox, tasks, deps);
  const agent = await agentOf(sandbox, deps);
  const snapshot = id === null ? undefined : { id, found: await deps.disks.snapshot(id) };
  return { ...(task ? { task } : {}), ...(agent ? { agent } : {}), ...(snapshot ? { snapshot } : {}) };
}

/** A task that the list did not hold may have stopped, or be new: ECS is asked for it by name, unless it is known to be gone. */
async function taskOf(
  { task_arn: arn, task_ended_at: endedAt }: Sandbox,
  tasks: ReadonlyMap<string, Task>,
  deps: SweepDeps,
): Promise<Task | 'absent' | undefined> {
  if (arn === null) return undefined;
  return tasks.get(arn) ?? (endedAt === null ? deps.tasks.describe(arn) : undefined);
}

async function agentOf(sandbox: Sandbox, deps: SweepDeps): Promise<AgentHealth | undefined> {
  const url = sandbox.phase === 'RUNNING' ? agentUrl(sandbox) : undefined;
  return url === undefined ? undefined : deps.agents.health(url, await deps.keys.sessionKey(sandbox));
}

/** An owner whose counts differ from what the rows say, as far as they were seen, is counted again, exactly. @returns the accounts of all owners. */
async function sweepCounts(
  run: SweepRun,
  watched: readonly Sandbox[],
  deps: SweepDeps,
): Promise<ReadonlyMap<string, OwnerAccount>> {
  const owners = Map.groupBy(watched.filter(isCounted), ({ owner_id: ownerId }) => ownerId);
  const suspects = new Set(owners.keys());
  const accounts = new Map<string, OwnerAccount>();
  for await (const page of deps.sandboxes.counts()) {
    for (const account of page) {
      accounts.set(account.ownerId, account);
      if (agrees(account, owners.get(account.ownerId) ?? [])) suspects.delete(account.ownerId);
      else suspects.add(account.ownerId);
    }
  }
  const nameOf = (ownerId: string) => `count of ${ownerId}`;
  await run.each([...suspects], nameOf, async (ownerId) => {
    const { owner, keys } = await deps.sandboxes.mendCount(ownerId);
    if (owner === 0 && keys.size === 0) return;
    run.found('count');
    log.warn('the count of running sandboxes was wrong', { owner_id: ownerId, owner, keys: Object.fromEntries(keys) });
  });
  return accounts;
}

/** Keys that run nothing any more leave a count of 0 behind, which goes when nothing of their owner runs. */
function agrees(account: OwnerAccount, rows: readonly Sandbox[]): boolean {
  const byKey = Map.groupBy(rows, (row) => row.api_key_id);
  const { owner, keys } = mendOf(account, new Map([...byKey].map(([id, some]) => [id, some.length])));
  const isUntidy = rows.length === 0 && account.activeByKey.size > 0;
  return owner === 0 && keys.size === 0 && !isUntidy;
}

async function sweepStartTasks(run: SweepRun, deps: SweepDeps): Promise<void> {
  const quietSince = new Date(deps.now().getTime() - QUIET).toISOString();
  for await (const page of deps.startTasks.watched()) {
    const quiet = page.filter(({ updated_at: at }) => at < quietSince);
    const nameOf = (task: (typeof quiet)[number]) => `start task ${task.owner_id}/${task.start_task_id}`;
    await run.each(quiet, nameOf, ({ owner_id: ownerId, start_task_id: id }) => deps.runStartTask(ownerId, id));
  }
}
