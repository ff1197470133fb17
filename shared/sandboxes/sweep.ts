import { log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import type { StartTaskStore } from '../start-tasks/start-task-store.ts';
import { agentUrl } from './http-agents.ts';
import { parseStartedBy } from './identity.ts';
import type { ReconcileDeps } from './perform.ts';
import { reconcile } from './reconcile.ts';
import { isCounted, type Sandbox } from './sandbox.ts';
import type { AgentHealth, Observation } from './step.ts';
import { type DiskInventory, sweepOrphans, sweepStored, takeInventory } from './sweep-disks.ts';
import { SweepRun } from './sweep-run.ts';
import type { Task } from './task.ts';

export interface SweepDeps extends ReconcileDeps {
  readonly startTasks: Pick<StartTaskStore, 'watched'>;
  /** Starts the worker of a start task; it returns at once. */
  readonly runStartTask: (ownerId: string, startTaskId: string) => Promise<void>;
  readonly metric: Metric;
}

/** A start task that nobody touched for this long may have lost its worker, in milliseconds. */
const QUIET = 30_000;

/**
 * Compares what is on record with what there is: tasks, volumes, snapshots and counts, in both directions, and mends what differs. Reality is read first: what
 * comes to be in between is then merely not seen yet, and never taken for something that is gone. It depends on no event, no stream and no other worker.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const run = new SweepRun(deps.now);
  const tasks = await sweepTasks(run, deps);
  const inventory = await takeInventory(deps.disks);
  const counted = await sweepWatched(run, tasks, inventory, deps);
  const referenced = await sweepStored(run, inventory, deps);
  await sweepOrphans(run, inventory, referenced, deps);
  await sweepCounts(run, counted, deps);
  await sweepStartTasks(run, deps);
  deps.metric(
    'SandboxesRunning',
    [...counted.values()].reduce((sum, count) => sum + count, 0),
    'Count',
  );
  deps.metric('SweepFindings', run.findings, 'Count', run.details());
  if (run.isComplete) deps.metric('SweepCompleted', 1, 'Count');
  else log.error('the sweep ran out of time; the next one goes on', run.details());
}

/** Tasks of ours, each shown to its sandbox: an orphan is stopped there. */
async function sweepTasks(run: SweepRun, deps: SweepDeps): Promise<ReadonlyMap<string, Task>> {
  const seen = new Map<string, Task>();
  for await (const page of deps.tasks.list()) {
    for (const { task } of page) seen.set(task.arn, task);
    await run.each(page, async ({ task, startedBy }) => {
      const sandbox = parseStartedBy(startedBy);
      if (!sandbox) return;
      const { steps } = await reconcile(sandbox.ownerId, sandbox.sandboxId, { task }, deps);
      if (steps > 0) run.found('task');
    });
  }
  return seen;
}

/** Every sandbox that does not rest, shown what there is of it. @returns how many of each owner count. */
async function sweepWatched(
  run: SweepRun,
  tasks: ReadonlyMap<string, Task>,
  inventory: DiskInventory,
  deps: SweepDeps,
): Promise<ReadonlyMap<string, number>> {
  const counted = new Map<string, number>();
  for await (const page of deps.sandboxes.watched()) {
    for (const { owner_id: ownerId } of page.filter(isCounted)) counted.set(ownerId, (counted.get(ownerId) ?? 0) + 1);
    await run.each(page, async (sandbox) => {
      const seen = await observe(sandbox, tasks, inventory, deps);
      const { steps } = await reconcile(sandbox.owner_id, sandbox.sandbox_id, seen, deps);
      if (steps > 0) run.found('row');
    });
  }
  return counted;
}

async function observe(
  sandbox: Sandbox,
  tasks: ReadonlyMap<string, Task>,
  inventory: DiskInventory,
  deps: SweepDeps,
): Promise<Observation> {
  const { task_arn: arn, saving_snapshot_id: id } = sandbox;
  // A task that the list did not hold may have stopped, or be new: ECS is asked for it by name.
  const task = arn === null ? undefined : (tasks.get(arn) ?? (await deps.tasks.describe(arn)));
  const agent = await agentOf(sandbox, deps);
  const snapshot =
    id === null ? undefined : { id, found: inventory.snapshots.get(id) ?? (await deps.disks.snapshot(id)) };
  return { ...(task ? { task } : {}), ...(agent ? { agent } : {}), ...(snapshot ? { snapshot } : {}) };
}

async function agentOf(sandbox: Sandbox, deps: SweepDeps): Promise<AgentHealth | undefined> {
  const url = sandbox.phase === 'RUNNING' ? agentUrl(sandbox) : undefined;
  return url === undefined ? undefined : deps.agents.health(url, await deps.keys.sessionKey(sandbox));
}

/** An owner whose count differs from what the rows say, as far as they were seen, is counted again, exactly. */
async function sweepCounts(run: SweepRun, counted: ReadonlyMap<string, number>, deps: SweepDeps): Promise<void> {
  const suspects = new Set(counted.keys());
  for await (const page of deps.sandboxes.counts()) {
    for (const { ownerId, active } of page) {
      if (active === (counted.get(ownerId) ?? 0)) suspects.delete(ownerId);
      else suspects.add(ownerId);
    }
  }
  await run.each([...suspects], async (ownerId) => {
    const difference = await deps.sandboxes.mendCount(ownerId);
    if (difference === 0) return;
    run.found('count');
    log.warn('the count of running sandboxes was wrong', { owner_id: ownerId, difference });
  });
}

async function sweepStartTasks(run: SweepRun, deps: SweepDeps): Promise<void> {
  const quietSince = new Date(deps.now().getTime() - QUIET).toISOString();
  for await (const page of deps.startTasks.watched()) {
    const quiet = page.filter(({ updated_at: at }) => at < quietSince);
    await run.each(quiet, ({ owner_id: ownerId, start_task_id: id }) => deps.runStartTask(ownerId, id));
  }
}
