import { log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import type { StartTaskStore } from '../start-tasks/start-task-store.ts';
import { agentUrl } from './http-agents.ts';
import { parseStartedBy } from './identity.ts';
import type { ReconcileDeps } from './perform.ts';
import { reconcile } from './reconcile.ts';
import type { RepeatedFailures } from './repeated-failures.ts';
import { hasLostWorkspace, isCounted, type Sandbox } from './sandbox.ts';
import type { AgentHealth, Observation } from './step.ts';
import { sweepOrphans, sweepStored, takeInventory } from './sweep-disks.ts';
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
 * comes to be in between is then merely not seen yet, and never taken for something that is gone. It depends on no event, no stream and no other worker; and no part
 * of it depends on the service that another part asks.
 */
export async function sweep(deps: SweepDeps, repeated?: RepeatedFailures): Promise<void> {
  const run = new SweepRun(deps.now, deps.random, repeated);
  const tasks = (await run.part(0.25, () => sweepTasks(run, deps))) ?? new Map<string, Task>();
  const counted = await run.part(0.5, () => sweepWatched(run, tasks, deps));
  if (counted) await run.part(0.6, () => sweepCounts(run, counted, deps));
  await run.part(0.7, () => sweepStartTasks(run, deps));
  // Last, as the lists of all disks may take long, and nobody waits for what they find.
  const inventory = await run.part(0.85, () => takeInventory(run, deps.disks));
  const referenced = inventory && (await run.part(0.95, () => sweepStored(run, inventory, deps)));
  if (inventory && referenced) await run.part(1, () => sweepOrphans(run, inventory, referenced, deps));
  tell(run, counted, deps);
}

function tell(run: SweepRun, counted: ReadonlyMap<string, number> | undefined, { metric }: SweepDeps): void {
  if (counted)
    metric(
      'SandboxesRunning',
      [...counted.values()].reduce((sum, count) => sum + count, 0),
      'Count',
    );
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

/** Every sandbox that does not rest, shown what there is of it. @returns how many of each owner count. */
async function sweepWatched(
  run: SweepRun,
  tasks: ReadonlyMap<string, Task>,
  deps: SweepDeps,
): Promise<ReadonlyMap<string, number>> {
  const watched: Sandbox[] = [];
  for await (const page of deps.sandboxes.watched()) watched.push(...page);
  const nameOf = (sandbox: Sandbox) => `sandbox ${sandbox.owner_id}/${sandbox.sandbox_id}`;
  await run.each(watched, nameOf, async (sandbox) => {
    const seen = await observe(sandbox, tasks, deps);
    const { steps } = await reconcile(sandbox.owner_id, sandbox.sandbox_id, seen, deps, run.partEnd);
    if (steps > 0) run.found('row');
  });
  const counted = new Map<string, number>();
  for (const { owner_id: ownerId } of watched.filter(isCounted)) counted.set(ownerId, (counted.get(ownerId) ?? 0) + 1);
  return counted;
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

/** An owner whose count differs from what the rows say, as far as they were seen, is counted again, exactly. */
async function sweepCounts(run: SweepRun, counted: ReadonlyMap<string, number>, deps: SweepDeps): Promise<void> {
  const suspects = new Set(counted.keys());
  for await (const page of deps.sandboxes.counts()) {
    for (const { ownerId, active } of page) {
      if (active === (counted.get(ownerId) ?? 0)) suspects.delete(ownerId);
      else suspects.add(ownerId);
    }
  }
  const nameOf = (ownerId: string) => `count of ${ownerId}`;
  await run.each([...suspects], nameOf, async (ownerId) => {
    const { owner, keys } = await deps.sandboxes.mendCount(ownerId);
    if (owner === 0 && keys.size === 0) return;
    run.found('count');
    log.warn('the count of running sandboxes was wrong', { owner_id: ownerId, owner, keys: Object.fromEntries(keys) });
  });
}

async function sweepStartTasks(run: SweepRun, deps: SweepDeps): Promise<void> {
  const quietSince = new Date(deps.now().getTime() - QUIET).toISOString();
  for await (const page of deps.startTasks.watched()) {
    const quiet = page.filter(({ updated_at: at }) => at < quietSince);
    const nameOf = (task: (typeof quiet)[number]) => `start task ${task.owner_id}/${task.start_task_id}`;
    await run.each(quiet, nameOf, ({ owner_id: ownerId, start_task_id: id }) => deps.runStartTask(ownerId, id));
  }
}
