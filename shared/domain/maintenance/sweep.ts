import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Metric } from '../../platform/metrics.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import { agentUrl } from '../sandboxes/agent/http-agents.ts';
import type { Ingress, RenewedUrls } from '../sandboxes/ingress/ingress.ts';
import type { ReconcileDeps } from '../sandboxes/reconcile/perform.ts';
import { reconcile } from '../sandboxes/reconcile/reconcile.ts';
import { POOL_OWNER, parseStartedBy } from '../sandboxes/record/identity.ts';
import { hasLostWorkspace, isCounted, type Sandbox } from '../sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation } from '../sandboxes/record/step.ts';
import type { Task } from '../sandboxes/record/task.ts';
import { countedIn, repairOf, type SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import { hasPools, type KeepDeps, keepPools, type PoolStanding } from '../sandboxes/warm/keep-pools.ts';
import type { StartTaskStore } from '../start-tasks/task/start-task-store.ts';
import type { RepeatedFailures } from './repeated-failures.ts';
import { withCurrentUrls } from './sweep-addresses.ts';
import { sweepBudgets } from './sweep-budgets.ts';
import { type Resting, sweepOrphans, sweepStored, takeInventory } from './sweep-disks.ts';
import { SweepRun } from './sweep-run.ts';
import type { WatchDeps } from './watch-budgets.ts';

export interface SweepDeps extends ReconcileDeps, WatchDeps, Omit<KeepDeps, 'sandboxes'> {
  readonly sandboxes: SandboxStore;
  readonly ingress: Pick<Ingress, 'renewal'>;
  readonly now: Clock;
  readonly startTasks: Pick<StartTaskStore, 'watched'>;
  /** Starts the worker of a start task; it returns at once. */
  readonly runStartTask: (ownerId: string, startTaskId: string) => Promise<void>;
  readonly metric: Metric;
}

/** The worker of a start task may have died when the task was not written for this long, in milliseconds. */
const QUIET = 30_000;

/**
 * Compares records with tasks, volumes, snapshots and counts, in both directions, and repairs differences. It reads
 * resources before records: a resource created in between is merely not seen yet, and never taken for lost. The sweep
 * depends on no event, stream or other worker, and no part depends on the AWS service that another part calls.
 */
export async function sweep(deps: SweepDeps, repeated?: RepeatedFailures): Promise<void> {
  const run = new SweepRun(deps.now, deps.random, repeated);
  const tasks = (await run.part(0.25, () => sweepTasks(run, deps))) ?? new Map<string, Task>();
  // An ingress that cannot be asked leaves sandboxes the URLs that they have.
  const renewed = await run.part(0.3, () => deps.ingress.renewal());
  const watched = await run.part(0.5, () => sweepWatched(run, tasks, renewed, deps));
  const accounts = watched && (await run.part(0.55, () => sweepCounts(run, watched, deps)));
  const pools = watched && (await run.part(0.6, () => sweepPools(watched, deps)));
  if (accounts) await run.part(0.65, () => sweepBudgets(run, watched, accounts, deps));
  await run.part(0.7, () => sweepStartTasks(run, deps));
  // Last, as the lists of all disks may take long, and nothing waits for their result.
  const inventory = await run.part(0.85, () => takeInventory(run, deps.disks));
  const stored = inventory && (await run.part(0.95, () => sweepStored(run, inventory, deps)));
  if (inventory && stored) await run.part(1, () => sweepOrphans(run, inventory, stored.referenced, deps));
  publishSweep(run, { watched, resting: stored?.resting, pools }, deps);
}

interface Seen {
  readonly watched: readonly Sandbox[] | undefined;
  readonly resting: readonly Resting[] | undefined;
  readonly pools: PoolStanding | undefined;
}

/** One figure with all that the sweep counted beside it; what a part that failed did not count is missing. */
function publishSweep(run: SweepRun, { watched, resting, pools }: Seen, { metric }: SweepDeps): void {
  metric('SweepCompleted', run.isComplete ? 1 : 0, 'Count', {
    findings: run.findings,
    ...run.details(),
    ...(watched ? { running: watched.filter(isCounted).length } : {}),
    ...(watched && resting ? { phases: countByPhase(watched.filter(isSandbox), resting) } : {}),
    ...(pools ? { warm_ready: pools.ready, warm_starting: pools.starting } : {}),
  });
  if (!run.isComplete) log.error('sweep did not check everything; the next one continues', run.details());
}

/** Of all sandboxes that do not rest, and of those that rest and have something stored. */
function countByPhase(watched: readonly Sandbox[], resting: readonly Resting[]): Readonly<Record<string, number>> {
  const known = new Set(watched.map(({ owner_id, sandbox_id }) => `${owner_id}/${sandbox_id}`));
  const phases: Record<string, number> = {};
  const others = resting.filter(({ name }) => !known.has(name) && !name.startsWith(`${POOL_OWNER}/`));
  for (const { phase } of [...watched, ...others]) phases[phase] = (phases[phase] ?? 0) + 1;
  return phases;
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

/** Reconciles every sandbox that does not rest. @returns all of them, as they were before. */
async function sweepWatched(
  run: SweepRun,
  tasks: ReadonlyMap<string, Task>,
  renewed: RenewedUrls | undefined,
  deps: SweepDeps,
): Promise<readonly Sandbox[]> {
  const watched: Sandbox[] = [];
  for await (const page of deps.sandboxes.watched()) watched.push(...page);
  const nameOf = (sandbox: Sandbox) => `sandbox ${sandbox.owner_id}/${sandbox.sandbox_id}`;
  await run.each(watched, nameOf, async (sandbox) => {
    const current = renewed ? await withCurrentUrls(sandbox, renewed, run, deps) : sandbox;
    if (!current) return;
    const seen = await observe(current, tasks, deps);
    if (seen.agent?.kind === 'hidden') run.found('hidden');
    const { steps } = await reconcile(sandbox.owner_id, sandbox.sandbox_id, seen, deps, run.partEnd);
    if (steps > 0) run.found('row');
  });
  return watched;
}

/** After the rows of the pools were reconciled like all others. @returns undefined without any */
async function sweepPools(watched: readonly Sandbox[], deps: SweepDeps): Promise<PoolStanding | undefined> {
  return hasPools(deps.specs, watched) ? keepPools(deps) : undefined;
}

/** A task of the warm pool is no sandbox. */
function isSandbox({ warm }: Sandbox): boolean {
  return warm === null;
}

async function observe(sandbox: Sandbox, tasks: ReadonlyMap<string, Task>, deps: SweepDeps): Promise<Observation> {
  const id = sandbox.saving_snapshot_id ?? (hasLostWorkspace(sandbox) ? sandbox.snapshot_id : null);
  const task = await taskOf(sandbox, tasks, deps);
  const agent = await agentOf(sandbox, deps);
  const snapshot = id === null ? undefined : { id, found: await deps.disks.snapshot(id) };
  return { ...(task ? { task } : {}), ...(agent ? { agent } : {}), ...(snapshot ? { snapshot } : {}) };
}

/** A task outside of the list may have stopped or be new: ECS is asked by ARN, unless it is recorded as gone. */
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

/** Recounts exactly each owner whose counts seem to differ from the rows. @returns the accounts of all owners. */
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
    const { owner, lineages } = await deps.sandboxes.repairCounts(ownerId);
    if (owner === 0 && lineages.size === 0) return;
    run.found('count');
    log.warn('sweep repaired the count of running sandboxes', {
      owner_id: ownerId,
      owner,
      lineages: Object.fromEntries(lineages),
    });
  });
  return accounts;
}

/** Lineages that run nothing any more leave a count of 0 behind, which goes when nothing of their owner runs. */
function agrees(account: OwnerAccount, rows: readonly Sandbox[]): boolean {
  const { owner, lineages } = repairOf(account, countedIn(rows));
  const isUntidy = rows.length === 0 && account.activeByLineage.size > 0;
  return owner === 0 && lineages.size === 0 && !isUntidy;
}

async function sweepStartTasks(run: SweepRun, deps: SweepDeps): Promise<void> {
  const quietSince = new Date(deps.now().getTime() - QUIET).toISOString();
  for await (const page of deps.startTasks.watched()) {
    const quiet = page.filter(({ updated_at: at }) => at < quietSince);
    const nameOf = (task: (typeof quiet)[number]) => `start task ${task.owner_id}/${task.start_task_id}`;
    await run.each(quiet, nameOf, ({ owner_id: ownerId, start_task_id: id }) => deps.runStartTask(ownerId, id));
  }
}
