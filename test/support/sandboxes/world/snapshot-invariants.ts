import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  isShown,
  ownedEbsSnapshot,
  type WorkspaceSnapshot,
} from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { Broken } from './invariants.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** What must hold for snapshots after every action. */
export function brokenSnapshots(world: SandboxWorld): Broken[] {
  const rows = [...world.snapshots.rows.values()];
  return [
    ...rows.flatMap((row) => [...deletedEarly(world, row), ...miscountedHolds(world, row, rows)]),
    ...ownedTwice(world, rows),
    ...world.snapshotWork.incomplete.map((id): Broken => `copied-whole: snapshot ${id} lacks what was there before it`),
  ];
}

/** The same once nothing changes any more. */
export function brokenSnapshotsAtRest(world: SandboxWorld): Broken[] {
  const rows = [...world.snapshots.rows.values()];
  const owners = Map.groupBy(rows, ({ owner_id: ownerId }) => ownerId);
  return [
    ...rows.flatMap((row) => [...stuck(row), ...misbilled(world, row)]),
    ...[...owners].flatMap(([ownerId, own]): Broken[] => {
      const [counted, actual] = [world.snapshots.active.get(ownerId) ?? 0, own.filter(isShown).length];
      return counted === actual
        ? []
        : [`holds-true: ${ownerId} has ${actual} snapshots and is counted with ${counted}`];
    }),
  ];
}

/** Whether no snapshot changes without another event. */
export function areSnapshotsAtRest(world: SandboxWorld): boolean {
  const rows = [...world.snapshots.rows.values()];
  const owned = new Set(rows.map(ownedEbsSnapshot));
  const strays = world.disks.all().snapshots.filter(({ id, takenFor }) => takenFor !== undefined && !owned.has(id));
  return rows.every((row) => stuck(row).length === 0) && strays.length === 0;
}

/** The EBS snapshots that rows of snapshots keep. */
export function keptBySnapshots(world: SandboxWorld): string[] {
  const rows = [...world.snapshots.rows.values()].filter(({ state }) => state !== 'DELETED');
  return rows.map(ownedEbsSnapshot).filter((id) => id !== null);
}

function deletedEarly({ disks, vanished }: SandboxWorld, row: WorkspaceSnapshot): Broken[] {
  const id = ownedEbsSnapshot(row);
  const isNeeded = row.state === 'READY' || (row.holds > 0 && row.ready_at !== null);
  if (id === null || !isNeeded || vanished.has(id) || disks.contentOf(id) !== undefined) return [];
  return [`kept-by-row: ${id} of snapshot ${row.snapshot_id} (${row.state}, ${row.holds} holds) is gone`];
}

function miscountedHolds(world: SandboxWorld, row: WorkspaceSnapshot, rows: readonly WorkspaceSnapshot[]): Broken[] {
  const isHolder = ({ owner_id: owner, base_snapshot: base }: Sandbox) =>
    owner === row.owner_id && base?.snapshot_id === row.snapshot_id;
  const sharing = rows.filter((one) => one.of_snapshot_id === row.snapshot_id && one.state !== 'DELETED');
  const holders = [...world.sandboxes.rows.values()].filter(isHolder).length + sharing.length;
  return holders === row.holds
    ? []
    : [`holds-true: snapshot ${row.snapshot_id} (${row.state}) has ${holders} holders and counts ${row.holds}`];
}

function ownedTwice(world: SandboxWorld, snapshots: readonly WorkspaceSnapshot[]): Broken[] {
  const owners = new Map<string, Set<string>>();
  const add = (id: string | null, owner: string) => {
    if (id !== null) owners.set(id, (owners.get(id) ?? new Set()).add(owner));
  };
  for (const row of world.sandboxes.rows.values())
    for (const id of [row.snapshot_id, row.previous_snapshot_id, row.saving_snapshot_id])
      add(id, keyOf(row.owner_id, row.sandbox_id));
  for (const row of snapshots)
    if (row.state !== 'DELETED') add(ownedEbsSnapshot(row), `snapshot ${keyOf(row.owner_id, row.snapshot_id)}`);
  return [...owners].flatMap(([id, all]): Broken[] =>
    all.size === 1 ? [] : [`one-owner: ${id} belongs to ${[...all].join(' and ')}`],
  );
}

function stuck({ state, holds, snapshot_id: id, status_reason: reason }: WorkspaceSnapshot): Broken[] {
  if (state === 'CREATING' || (state === 'DELETING' && holds === 0)) return [`snapshots-end: ${id} is ${state}`];
  return state === 'ERROR' && reason === null ? [`snapshots-end: ${id} does not say why it failed`] : [];
}

/**
 * A deleted snapshot is in the ledger from when it was READY until nothing needed it. One whose data an operator
 * deleted is in it until that was noticed.
 */
function misbilled(world: SandboxWorld, row: WorkspaceSnapshot): Broken[] {
  const entry = world.snapshots.usage.get(keyOf(row.owner_id, `/snapshot#${row.snapshot_id}`));
  const { ready_at: from, receipt, released_at: releasedAt } = row;
  const isBilled = row.state === 'DELETED' && row.of_snapshot_id === null && from !== null;
  if (row.status_reason?.code === 'snapshot_lost') return [];
  if (!isBilled || receipt === null)
    return entry ? [`billed-exactly: snapshot ${row.snapshot_id} (${row.state}) is billed`] : [];
  const until = releasedAt !== null && releasedAt > receipt.requested_at ? releasedAt : receipt.requested_at;
  if (from >= until) return [];
  return entry?.started_at === from && entry.ended_at === until
    ? []
    : [`billed-exactly: snapshot ${row.snapshot_id} is billed from ${entry?.started_at} to ${entry?.ended_at}`];
}
