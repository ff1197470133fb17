import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Metric } from '../../platform/metrics.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import type { StartTaskStore } from '../conversations/start/task/start-task-store.ts';
import type { LaunchPace } from '../sandboxes/launch/tasks.ts';
import { reconcile } from '../sandboxes/reconcile/reconcile.ts';
import { isCounted } from '../sandboxes/record/conditions.ts';
import { POOL_OWNER, parseStartedBy } from '../sandboxes/record/identity.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { countedIn, isNothing, repairOf } from '../sandboxes/store/counts.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { SandboxWork, WorkPlace } from '../sandboxes/waits/sandbox-work.ts';
import { hasPools, type KeepDeps, keepPools, type PoolStanding } from '../sandboxes/warm/keep-pools.ts';
import { checkSandbox, nameOfSandbox, readShared } from './check-sandboxes.ts';
import { Fleet, type Head } from './fleet.ts';
import { type OfferDeps, offerOnce } from './offer-turns.ts';
import type { RepeatedFailures } from './repeated-failures.ts';
import { type SummaryDeps, saveSummary } from './save-summary.ts';
import { type Resting, sweepDisks } from './sweep-disks.ts';
import { type EntriesAtEdge, sweepEntries } from './sweep-entries.ts';
import { type OwnerSweepDeps, sweepOwners } from './sweep-owners.ts';
import { SweepCursors } from './sweep-progress.ts';
import { SweepRun } from './sweep-run.ts';
import { type LookDeps, partOf, segments } from './sweep-segment.ts';
import { type SnapshotSweepDeps, sweepSnapshots } from './sweep-snapshots.ts';
import { type SpecsDeps, sweepSpecs } from './sweep-specs.ts';
import { type SpendDeps, sweepSpend } from './sweep-spend.ts';
import { sweepBudgets, type WatchDeps } from './watch-budgets.ts';

export interface SweepDeps
  extends SpecsDeps,
    LookDeps,
    WatchDeps,
    Pick<OwnerSweepDeps, 'eraseOwner'>,
    Pick<SpendDeps, 'usage'>,
    SummaryDeps,
    OfferDeps,
    Omit<KeepDeps, 'sandboxes'>,
    Pick<SnapshotSweepDeps, 'snapshotCounts'> {
  readonly sandboxes: SandboxStore;
  readonly accounts: WatchDeps['accounts'] & SpendDeps['accounts'];
  readonly now: Clock;
  readonly pace: LaunchPace;
  readonly startTasks: Pick<StartTaskStore, 'watched'>;
  /** Starts the worker of a start task; returns at once. */
  readonly runStartTask: (ownerId: string, startTaskId: string) => Promise<void>;
  /** Work for agents, by its name. */
  readonly agentWork: Readonly<Record<string, AgentWork>>;
  /** Starts the worker of a segment; returns at once. */
  readonly startSegment: (segment: number | 'disks') => Promise<void>;
  readonly metric: Metric;
  /** Undefined in a deployment without the edge's store. */
  readonly edgeEntries: EntriesAtEdge | undefined;
}

interface AgentWork extends Pick<SandboxWork, 'waiting' | 'resume'> {
  /** Starts its worker in a sandbox; returns at once. */
  readonly run: (place: WorkPlace) => Promise<void>;
}

/** The worker of a start task that was not written for this long may have died, in milliseconds. */
const QUIET = 30_000;

/** A segment that its workers have not finished for this long is reported, in milliseconds. */
const LATE = 5 * 60_000;

/**
 * Compares records with tasks, volumes, snapshots and counts, in both directions, and repairs differences. It reads
 * disks before records, so that a disk created in between is missed rather than taken for lost. The sweep depends on no
 * event, stream or other worker, and no part depends on the AWS service that another part calls. It divides a fleet
 * that is too large for one worker among several.
 */
export async function sweep(deps: SweepDeps, repeated?: RepeatedFailures): Promise<void> {
  const places = await SweepCursors.read(deps.progress, deps.now);
  const run = new SweepRun(deps.now, places, repeated);
  const at = deps.now();
  // In parallel: a task that is on only one of the lists is compared with the current row.
  const [arns, fleet] = await Promise.all([
    run.part(0.3, () => listTasks(deps)),
    run.part(0.3, () => Fleet.read(deps.sandboxes.watched())),
  ]);
  if (fleet) await run.part(0.35, () => offerOnce(fleet.queued, deps));
  if (arns) await run.part(0.4, () => sweepStrays(run, arns, fleet, deps));
  const isDivided = fleet !== undefined && (fleet.rows === undefined || places.of(WATCHED) !== null);
  if (isDivided) await run.part(0.45, () => startSegments(run, places, deps));
  else if (fleet) await run.part(0.6, () => sweepWatched(run, fleet.rows ?? [], deps));
  await run.part(0.62, () => run.wakeSleepers(deps.wake));
  const accounts = fleet && (await run.part(0.65, () => sweepCounts(run, fleet.heads, deps)));
  const pools = fleet && (await run.part(0.7, () => sweepPools(fleet.heads, deps)));
  if (accounts) await run.part(0.72, () => sweepOwners(run, fleet.heads, accounts, deps));
  if (accounts) await run.part(0.75, () => sweepBudgets(run, fleet.heads, accounts, deps));
  if (accounts) await run.part(0.78, () => sweepSpend(run, accounts, deps));
  await run.part(0.8, () => sweepStartTasks(run, deps));
  await run.part(0.81, () => sweepSpecs(run, deps));
  await run.part(0.81, () => sweepSnapshots(run, [...(accounts?.keys() ?? [])], deps));
  if (fleet) await run.part(0.82, () => resumeWork(run, fleet.heads, deps));
  const { edgeEntries } = deps;
  if (fleet && arns && edgeEntries) {
    const seen = { heads: fleet.heads, taskArns: new Set(arns), at };
    await run.part(0.86, () => sweepEntries(run, seen, edgeEntries, deps));
  }
  // Last, as listing all disks can take long and nothing waits for it.
  const resting = isDivided ? undefined : await sweepDisks(run, 0.86, deps);
  await run.part(1, () => places.write());
  publishSweep(run, { watched: fleet?.heads, resting, pools }, deps);
  if (fleet && accounts) await run.forAll(() => saveSummary(run, fleet, accounts, deps));
}

/** The part for a fleet in one worker. If a run has no time for all of them, the next run divides the fleet. */
const WATCHED = 'sandboxes';

async function listTasks({ tasks }: SweepDeps): Promise<readonly string[]> {
  const arns: string[] = [];
  for await (const page of tasks.arns()) arns.push(...page);
  return arns;
}

/** Segments that their workers have not finished for too long count as not checked. */
async function startSegments(run: SweepRun, places: SweepCursors, deps: SweepDeps): Promise<void> {
  for (const segment of segments) {
    const part = partOf(segment);
    const completedAt = places.completedAt(part);
    if (!completedAt || deps.now().getTime() - completedAt.getTime() > LATE) run.reportLate(part);
    await deps.startSegment(segment);
  }
  // The segment workers cover everything, so the next run need not be divided.
  places.reached(WATCHED, null);
}

interface Seen {
  readonly watched: readonly Head[] | undefined;
  readonly resting: readonly Resting[] | undefined;
  readonly pools: PoolStanding | undefined;
}

/** Publishes one metric with the counts of the sweep as details. Counts of a failed part are missing. */
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

/** Of all sandboxes that are not at rest, and of those at rest with stored data. */
function countByPhase(watched: readonly Head[], resting: readonly Resting[]): Readonly<Record<string, number>> {
  const known = new Set(watched.map(({ owner_id, sandbox_id }) => `${owner_id}/${sandbox_id}`));
  const phases: Record<string, number> = {};
  const others = resting.filter(({ name }) => !known.has(name) && !name.startsWith(`${POOL_OWNER}/`));
  for (const { phase } of [...watched, ...others]) phases[phase] = (phases[phase] ?? 0) + 1;
  return phases;
}

/** Reconciles the sandbox of each task of this service that no row names. An orphan task is stopped there. */
async function sweepStrays(
  run: SweepRun,
  arns: readonly string[],
  fleet: Fleet | undefined,
  deps: SweepDeps,
): Promise<void> {
  const strays = await deps.tasks.describeMany(arns.filter((arn) => !fleet?.taskArns.has(arn)));
  const nameOf = ({ task }: (typeof strays)[number]) => `task ${task.arn}`;
  await run.each('tasks', strays, nameOf, async ({ task, startedBy }) => {
    const sandbox = parseStartedBy(startedBy);
    if (!sandbox) return;
    const { steps } = await reconcile(sandbox.ownerId, sandbox.sandboxId, { task }, deps, run.partEnd);
    if (steps > 0) run.found('task');
  });
}

/** Checks every sandbox that is not at rest. */
async function sweepWatched(run: SweepRun, rows: readonly Sandbox[], deps: SweepDeps): Promise<void> {
  const shared = await readShared(rows, run, deps);
  await run.each(WATCHED, rows, nameOfSandbox, (sandbox) => checkSandbox(sandbox, shared, run, deps));
}

/** Runs after the rows of the pools have been reconciled. @returns undefined without pools */
async function sweepPools(watched: readonly Head[], deps: SweepDeps): Promise<PoolStanding | undefined> {
  return hasPools(deps.specs, watched) ? keepPools(deps) : undefined;
}

/** A task of the warm pool is not a sandbox. */
function isSandbox({ warm }: Head): boolean {
  return warm === null;
}

/** Recounts each owner whose counts appear to differ from the rows. @returns the accounts of all owners */
async function sweepCounts(
  run: SweepRun,
  watched: readonly Head[],
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
  await run.each('counts', [...suspects], nameOf, async (ownerId) => {
    const repair = await deps.sandboxes.repairCounts(ownerId);
    if (isNothing(repair)) return;
    const { owner, lineages, cpuUnits } = repair;
    run.found('count');
    log.warn('sweep repaired the count of running sandboxes', {
      owner_id: ownerId,
      owner,
      lineages: Object.fromEntries(lineages),
      cpu_units: cpuUnits.owner,
      cpu_units_of_lineages: Object.fromEntries(cpuUnits.lineages),
    });
  });
  return accounts;
}

/** Lineages without running sandboxes leave a count of 0. It is removed when nothing of the owner runs. */
function agrees(account: OwnerAccount, rows: readonly Head[]): boolean {
  const isUntidy = rows.length === 0 && account.activeByLineage.size + account.cpuUnitsByLineage.size > 0;
  return isNothing(repairOf(account, countedIn(rows))) && !isUntidy;
}

/** Finds orders whose worker died, that wait for their agent, or whose owner had enough workers. */
async function resumeWork(run: SweepRun, heads: readonly Head[], { agentWork }: SweepDeps): Promise<void> {
  const places = heads
    .filter(({ phase }) => phase === 'RUNNING')
    .map(({ owner_id: ownerId, sandbox_id: sandboxId }) => ({ ownerId, sandboxId }));
  for (const [name, work] of Object.entries(agentWork)) {
    const nameOf = ({ ownerId, sandboxId }: WorkPlace) => `${name} ${ownerId}/${sandboxId}`;
    await run.each(name, await work.waiting(places), nameOf, async (place) => {
      if (await work.resume(place)) await work.run(place);
    });
  }
}

async function sweepStartTasks(run: SweepRun, deps: SweepDeps): Promise<void> {
  const quietSince = new Date(deps.now().getTime() - QUIET).toISOString();
  const quiet: { readonly owner_id: string; readonly start_task_id: string }[] = [];
  for await (const page of deps.startTasks.watched())
    quiet.push(...page.filter(({ updated_at: at }) => at < quietSince));
  const nameOf = (task: (typeof quiet)[number]) => `start task ${task.owner_id}/${task.start_task_id}`;
  await run.each('start-tasks', quiet, nameOf, (task) => deps.runStartTask(task.owner_id, task.start_task_id));
}
