import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Metric } from '../../platform/metrics.ts';
import type { UsageEntries } from '../billing/usage/usage-ledger.ts';
import { runningKey, type UsageRow } from '../billing/usage/usage-row.ts';
import type { ListedTask, Tasks } from '../sandboxes/launch/tasks.ts';
import { parseStartedBy } from '../sandboxes/record/identity.ts';
import { runningRow, usageConfirmedByEcs } from '../sandboxes/record/ledger-of.ts';
import { changed, type Sandbox } from '../sandboxes/record/sandbox.ts';
import { billedFrom, isStopped, type Task } from '../sandboxes/record/task.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';

export interface CompareDeps {
  readonly tasks: Pick<Tasks, 'list' | 'stopped'>;
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly ledger: UsageEntries;
  readonly metric: Metric;
  readonly now: Clock;
  /** Ends more recent than this are left to the lifecycle, in seconds. */
  readonly quietSeconds: number;
}

/**
 * How the usage ledger can differ from ECS. `missing`, `wrong`: the comparison repairs the interval. `unseen`: the task
 * ended before the lifecycle noticed; its times are stored for the sweep, as ECS may forget the task by then.
 * `unowned`: no sandbox pays for the task. `began`: a running task has another start than its sandbox records.
 */
export type Difference = 'missing' | 'wrong' | 'unseen' | 'unowned' | 'began';

const PARALLEL = 25;

/**
 * Repairs the ledger from every task that ECS still lists: at least those of the last hour. @throws when any comparison
 * failed
 */
export async function compareWithEcs(deps: CompareDeps): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  const failures: unknown[] = [];
  const look = async (listed: ListedTask, compare: typeof compareEnded) => {
    try {
      const difference = await compare(listed, deps);
      if (difference === undefined) return;
      differences.push(difference);
      log.warn('usage ledger differs from ECS', { difference, task: listed.task.arn, of: listed.startedBy });
    } catch (error) {
      failures.push(error);
      log.error('task was not compared with the usage ledger', { task: listed.task.arn, error });
    }
  };
  for await (const page of deps.tasks.stopped()) await inBatches(page, (listed) => look(listed, compareEnded));
  for await (const page of deps.tasks.list()) await inBatches(page, (listed) => look(listed, compareRunning));
  // A metric of zero for each comparison would cost money.
  if (differences.length > 0) deps.metric('UsageDifferences', differences.length, 'Count', counts(differences));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tasks were not compared`);
  return differences;
}

/** The sandbox that pays for a task, and from when. The owner of a claimed warm task pays from the claim on. */
interface Payer {
  readonly ownerId: string;
  readonly sandboxId: string;
  readonly row: Sandbox | undefined;
  /** The task with the generation of that row. */
  readonly task: Task;
  readonly startedAt: string;
}

/** @returns undefined for a task that is not this service's or has cost nothing */
async function payerOf({ task, startedBy }: ListedTask, { sandboxes }: CompareDeps): Promise<Payer | undefined> {
  const named = parseStartedBy(startedBy);
  const startedAt = billedFrom(task);
  if (!named || startedAt === null) return undefined;
  const { ownerId, sandboxId } = named;
  const row = await sandboxes.find(ownerId, sandboxId);
  const claim = row?.warm?.claimed_by;
  if (!claim) return { ownerId, sandboxId, row, task, startedAt };
  const claimant = await sandboxes.find(claim.owner_id, claim.sandbox_id);
  return {
    ownerId: claim.owner_id,
    sandboxId: claim.sandbox_id,
    row: claimant?.created_at === claim.created_at ? claimant : undefined,
    task: { ...task, generation: claim.generation },
    startedAt: startedAt > claim.at ? startedAt : claim.at,
  };
}

async function compareEnded(listed: ListedTask, deps: CompareDeps): Promise<Difference | undefined> {
  const { stoppedAt } = listed.task.times;
  if (!isStopped(listed.task) || stoppedAt === null || !isOld(stoppedAt, deps)) return undefined;
  const payer = await payerOf(listed, deps);
  if (!payer) return undefined;
  if (payer.startedAt > stoppedAt) return compareUnclaimed(listed, stoppedAt, deps);
  const { ownerId, sandboxId, row, task, startedAt } = payer;
  const entry = await deps.ledger.find(ownerId, runningKey(sandboxId, task.generation, task.arn));
  if (entry && !entry.is_estimate && entry.started_at === startedAt && entry.ended_at === stoppedAt) return undefined;
  if (!row) return 'unowned';
  if (isOpen(row, task)) return noted(row, { startedAt, stoppedAt }, deps);
  await deps.ledger.put(repaired(entry, row, task, { startedAt, stoppedAt }));
  return entry ? 'wrong' : 'missing';
}

/** The write also adds the ledger entry, like every end. If another writer wins, the next run repeats this. */
async function noted(
  previous: Sandbox,
  { startedAt, stoppedAt }: { startedAt: string; stoppedAt: string },
  { sandboxes, now }: CompareDeps,
): Promise<Difference | undefined> {
  if (previous.task_stopped_at !== null) return undefined;
  const next = changed(previous, now(), usageConfirmedByEcs(previous, startedAt, stoppedAt));
  await sandboxes.save([{ previous, next }]);
  return 'unseen';
}

/** A warm task that had ended when it was claimed. Its sandbox pays nothing, and the operator pays until its end. */
async function compareUnclaimed(
  { task, startedBy }: ListedTask,
  stoppedAt: string,
  { ledger }: CompareDeps,
): Promise<Difference | undefined> {
  const named = parseStartedBy(startedBy);
  if (!named) return undefined;
  const { ownerId, sandboxId, generation } = named;
  const entry = await ledger.find(ownerId, runningKey(sandboxId, generation, task.arn));
  if (!entry || entry.ended_at === stoppedAt) return undefined;
  await ledger.put({ ...entry, ended_at: stoppedAt });
  return 'wrong';
}

async function compareRunning(listed: ListedTask, deps: CompareDeps): Promise<Difference | undefined> {
  if (isStopped(listed.task)) return undefined;
  const payer = await payerOf(listed, deps);
  // The sweep stops a task that should not run. It is compared once it has stopped.
  if (!payer?.row || !isOld(payer.startedAt, deps) || !isOpen(payer.row, payer.task)) return undefined;
  return payer.row.task_started_at === payer.startedAt ? undefined : 'began';
}

/** Whether this is the sandbox's task and its end is not recorded. */
function isOpen(row: Sandbox, task: Task): boolean {
  return row.generation === task.generation && row.task_arn === task.arn && row.task_ended_at === null;
}

/** The entry with the times from ECS. The size of an unrecorded task comes from its sandbox's spec. */
function repaired(
  entry: UsageRow | undefined,
  row: Sandbox,
  task: Task,
  { startedAt, stoppedAt }: { startedAt: string; stoppedAt: string },
): UsageRow {
  const times = { started_at: startedAt, ended_at: stoppedAt, is_estimate: false };
  if (entry) return { ...entry, ...times };
  const asRow = { ...row, generation: task.generation, task_arn: task.arn };
  const found = runningRow({ ...asRow, task_started_at: startedAt, task_stopped_at: stoppedAt });
  // The launch on the row can be that of a later task.
  return { ...found, ...times, capacity: task.capacity };
}

function isOld(time: string, { now, quietSeconds }: CompareDeps): boolean {
  return now().getTime() - Date.parse(time) > quietSeconds * 1000;
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += PARALLEL)
    await Promise.all(items.slice(start, start + PARALLEL).map(work));
}

function counts(differences: readonly Difference[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(differences, (difference) => difference);
  return Object.fromEntries([...groups].map(([difference, all]) => [difference, all.length]));
}
