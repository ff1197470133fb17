import { runningKey, type UsageRow } from '../../../../shared/domain/billing/usage/usage-row.ts';
import { compareWithEcs } from '../../../../shared/domain/maintenance/compare-with-ecs.ts';
import { parseStartedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { openOf } from '../../../../shared/domain/sandboxes/record/ledger-of.ts';
import { billedFrom } from '../../../../shared/domain/sandboxes/record/task.ts';
import { MemoryUsageLedger } from '../../billing/memory-usage.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Ledger intervals that the comparison with ECS added or changed, by owner and key. */
export type Repaired = Set<string>;

/** Compares a world's ledger with its ECS, as the worker does. */
export async function compareUsage(world: SandboxWorld, repaired: Repaired): Promise<void> {
  const { sandboxes, ecs, clock } = world;
  const ledger = new MemoryUsageLedger(sandboxes);
  const put = async (row: UsageRow) => {
    repaired.add(nameOf(row));
    await ledger.put(row);
  };
  await compareWithEcs({
    tasks: ecs,
    sandboxes,
    ledger: { find: (ownerId, key) => ledger.find(ownerId, key), put },
    metric: () => undefined,
    now: clock.now,
    quietSeconds: 120,
  });
}

/** All intervals of a world's ledger, ended and open. */
export function usageOf(world: SandboxWorld): UsageRow[] {
  const now = world.clock.now();
  return [
    ...world.sandboxes.usage.values(),
    ...[...world.rows(), ...world.warmRows()].flatMap((row) => openOf(row, now)),
  ];
}

/** The errors in the ledger of a settled world. */
export function wrongUsage(world: SandboxWorld, usage: readonly UsageRow[], repaired: Repaired): string[] {
  return [...wrongTasks(world, usage), ...wrongTiles(world, usage, repaired), ...unkept(world, usage)];
}

/** Each billed task appears once, with exactly the times and the capacity of ECS, and nothing else appears. */
function wrongTasks(world: SandboxWorld, usage: readonly UsageRow[]): string[] {
  const now = world.clock.now().toISOString();
  const truth = new Map(
    world.ecs.every().flatMap(({ task, startedBy }) => {
      const whose = parseStartedBy(startedBy);
      const from = billedFrom(task);
      const row = whose && world.sandboxes.rows.get(keyOf(whose.ownerId, whose.sandboxId));
      if (!row || from === null) return [];
      const name = `${row.owner_id} ${runningKey(row.sandbox_id, whose.generation, task.arn)}`;
      const to = task.times.stoppedAt ?? now;
      const on = `on ${task.capacity}`;
      const claim = row.warm?.claimed_by;
      if (!claim) return [[name, `${from} to ${to} ${on}`]];
      // A warm task belongs to the operator until its claim, then to its sandbox.
      const rest = `${claim.owner_id} ${runningKey(claim.sandbox_id, claim.generation, task.arn)}`;
      const before: [string, string] = [name, `${from} to ${to < claim.at ? to : claim.at} ${on}`];
      return to > claim.at ? [before, [rest, `${claim.at} to ${to} ${on}`]] : [before];
    }),
  );
  const reported = usage.filter(({ kind }) => kind === 'running');
  const names = reported.map(nameOf);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `counted twice: ${name}`),
    ...reported
      .filter((row) => truth.get(nameOf(row)) !== timesOf(row) && row.started_at < row.ended_at)
      .map((row) => `not so: ${nameOf(row)} ${timesOf(row)}, but ${truth.get(nameOf(row))}`),
    ...[...truth]
      .filter(([name, times]) => !names.includes(name) && !isEmpty(times))
      .map(([name]) => `missing: ${name}`),
  ];
}

/** When an interval was, and on what its task ran. */
function timesOf({ started_at, ended_at, capacity }: UsageRow): string {
  return `${started_at} to ${ended_at} on ${capacity}`;
}

function isEmpty(times: string): boolean {
  const [from, to] = times.split(/ to | on /);
  return from === to;
}

/** The intervals of a workspace, on disk and in snapshots, have no overlaps and no gaps. */
function wrongTiles(world: SandboxWorld, usage: readonly UsageRow[], repaired: Repaired): string[] {
  const bySandbox = Map.groupBy(
    usage.filter((row) => !repaired.has(nameOf(row))),
    ({ owner_id, sandbox_id }) => `${owner_id}/${sandbox_id}`,
  );
  return [...bySandbox.values()].flatMap((rows) => {
    const sorted = rows
      .filter(({ started_at, ended_at }) => started_at < ended_at)
      .toSorted((a, b) => (a.started_at < b.started_at ? -1 : 1));
    return sorted.slice(1).flatMap((row, index) => {
      const before = sorted[index];
      if (!before) return [];
      const where = `${nameOf(before)} ends ${before.ended_at}, ${nameOf(row)} begins ${row.started_at}`;
      if (before.ended_at > row.started_at && !areBothTasks(before, row)) return [`overlap: ${where}`];
      const touches = before.ended_at === row.started_at || before.kind === row.kind || isInterrupted(world, before);
      return touches || isInSnapshot(world, before) || isRestored(world, before) ? [] : [`gap: ${where}`];
    });
  });
}

/** Two tasks that ran at the same time are both billed. Another check covers that they did not. */
function areBothTasks(one: UsageRow, other: UsageRow): boolean {
  return one.kind === 'running' && other.kind === 'running';
}

/** A workspace costs nothing after its deletion was requested, even if a task starts later. */
function isInterrupted(world: SandboxWorld, { kind, sandbox_id, ended_at }: UsageRow): boolean {
  const row = world.rows().find(({ sandbox_id: id }) => id === sandbox_id);
  return kind === 'paused' && row?.desired === 'DELETED' && row.receipt?.requested_at === ended_at;
}

/** A workspace that became a snapshot is billed as that snapshot until the sandbox saves one of its own. */
function isInSnapshot(world: SandboxWorld, { kind, sandbox_id: id, ended_at: end }: UsageRow): boolean {
  return kind === 'paused' && world.snapshotWork.wasMadeOf(id, end);
}

/** A workspace that is gone costs nothing, and one that a restore brings back belongs to its snapshot. */
function isRestored(world: SandboxWorld, { kind, owner_id, sandbox_id, ended_at }: UsageRow): boolean {
  return kind === 'paused' && world.forks.wasLostAndRestored(owner_id, sandbox_id, ended_at);
}

/** Stopped sandboxes are billed if, and only if, they have a workspace. */
function unkept(world: SandboxWorld, usage: readonly UsageRow[]): string[] {
  const now = world.clock.now().toISOString();
  return world.rows().flatMap((row) => {
    const isKept = row.snapshot_id !== null || row.volume_id !== null;
    const isResting = row.phase === 'PAUSED' || row.phase === 'ERROR';
    const isLost = row.status_reason?.code === 'workspace_lost';
    const open = usage.some(
      ({ kind, sandbox_id, ended_at, started_at }) =>
        kind === 'paused' && sandbox_id === row.sandbox_id && (ended_at === now || started_at === now),
    );
    const expected = isResting && isKept && !isLost && row.desired !== 'DELETED';
    if (expected && !open && row.workspace_kept?.since !== now)
      return [`not paid for: the workspace of ${row.sandbox_id} ${row.phase}`];
    return !expected && row.workspace_kept !== null && row.phase !== 'PENDING'
      ? [`paid for in vain: ${row.sandbox_id} ${row.phase}`]
      : [];
  });
}

function nameOf({ owner_id, usage_key }: UsageRow): string {
  return `${owner_id} ${usage_key}`;
}
