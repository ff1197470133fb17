import { log } from '../log.ts';
import type { StartTaskStore } from '../start-tasks/start-task-store.ts';
import type { Agents } from './agents.ts';
import { agentUrl } from './http-agents.ts';
import { parseStartedBy } from './identity.ts';
import type { AgentHealth } from './next-step.ts';
import { type ReconcileDeps, reconcile } from './reconcile.ts';
import type { Sandbox } from './sandbox.ts';
import type { Task } from './task.ts';

export interface SweepDeps extends ReconcileDeps {
  readonly agents: Pick<Agents, 'prepareForPause' | 'health'>;
  readonly startTasks: Pick<StartTaskStore, 'watched'>;
  /** Starts the worker of a start task; it returns at once. */
  readonly runStartTask: (ownerId: string, startTaskId: string) => Promise<void>;
}

/** How many sandboxes are looked at together. */
const PARALLEL = 25;

/** A start task that nobody touched for this long may have lost its worker, in milliseconds. */
const QUIET = 30_000;

/**
 * Compares both sides: every task with its sandbox, every sandbox that does not rest with its task. Tasks are read first: a sandbox that starts in between is then
 * merely not seen yet, and never taken for one whose task is gone.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const tasks = await sweepTasks(deps);
  await sweepSandboxes(tasks, deps);
  await sweepStartTasks(deps);
}

/** Tasks of ours, each shown to its sandbox: an orphan is stopped there. */
async function sweepTasks(deps: SweepDeps): Promise<ReadonlyMap<string, Task>> {
  const seen = new Map<string, Task>();
  for await (const page of deps.tasks.list()) {
    await inParallel(page, async ({ task, startedBy }) => {
      seen.set(task.arn, task);
      const sandbox = parseStartedBy(startedBy);
      if (sandbox)
        await attempt(sandbox.ownerId, sandbox.sandboxId, () =>
          reconcile(sandbox.ownerId, sandbox.sandboxId, { task }, deps),
        );
    });
  }
  return seen;
}

async function sweepSandboxes(tasks: ReadonlyMap<string, Task>, deps: SweepDeps): Promise<void> {
  for await (const page of deps.sandboxes.watched()) {
    await inParallel(page, async (sandbox) => {
      const { owner_id: ownerId, sandbox_id: sandboxId } = sandbox;
      await attempt(ownerId, sandboxId, async () => {
        const task = await taskOf(sandbox, tasks, deps);
        const agent = await agentOf(sandbox, deps);
        await reconcile(ownerId, sandboxId, { ...(task ? { task } : {}), ...(agent ? { agent } : {}) }, deps);
      });
    });
  }
}

/** A task that the list did not hold may have stopped, or be new: ECS is asked for it by name. */
async function taskOf(
  sandbox: Sandbox,
  tasks: ReadonlyMap<string, Task>,
  deps: SweepDeps,
): Promise<Task | 'absent' | undefined> {
  if (sandbox.task_arn === null) return undefined;
  return tasks.get(sandbox.task_arn) ?? deps.tasks.describe(sandbox.task_arn);
}

async function agentOf(sandbox: Sandbox, deps: SweepDeps): Promise<AgentHealth | undefined> {
  const url = sandbox.phase === 'RUNNING' ? agentUrl(sandbox) : undefined;
  return url === undefined ? undefined : deps.agents.health(url);
}

async function sweepStartTasks(deps: SweepDeps): Promise<void> {
  const quietSince = new Date(deps.now().getTime() - QUIET).toISOString();
  for await (const page of deps.startTasks.watched()) {
    const quiet = page.filter(({ updated_at: at }) => at < quietSince);
    await inParallel(quiet, ({ owner_id: ownerId, start_task_id: id }) =>
      attempt(ownerId, id, () => deps.runStartTask(ownerId, id)),
    );
  }
}

/** One that fails must not keep the others from being looked at; the next sweep comes back to it. */
async function attempt(ownerId: string, id: string, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    log.error('the sweep failed for one', { owner_id: ownerId, id, error });
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
