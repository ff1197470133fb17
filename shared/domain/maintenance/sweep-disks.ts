import { isDamaged } from '../../platform/aws/rows.ts';
import { log } from '../../platform/log.ts';
import type { ReconcileDeps } from '../sandboxes/reconcile/perform.ts';
import { reconcile } from '../sandboxes/reconcile/reconcile.ts';
import { startSnapshotOf } from '../sandboxes/record/base-snapshot.ts';
import { isResting, isTombstone } from '../sandboxes/record/conditions.ts';
import type { DiskOwner, Disks, Snapshot, Volume } from '../sandboxes/record/disks.ts';
import { diskOwner, parseSnapshotName, parseStartedBy } from '../sandboxes/record/identity.ts';
import type { Discard, Sandbox } from '../sandboxes/record/sandbox.ts';
import type { StoredRow } from '../sandboxes/store/sandbox-store.ts';
import { removeDisk } from '../sandboxes/workspace/remove-disk.ts';
import { OrphanNotes, type Standing, standingOfCopy, standingOfSnapshot, standingOfVolume } from './orphans.ts';
import type { SweepRun } from './sweep-run.ts';
import type { SnapshotSweepDeps } from './sweep-snapshots.ts';
import { sweepStoredSnapshots } from './sweep-stored-snapshots.ts';

export type DiskSweepDeps = Omit<ReconcileDeps, 'workOnSnapshot'> &
  Pick<SnapshotSweepDeps, 'snapshots' | 'workOnSnapshot'>;

/** All disks of the deployment, by id. */
interface DiskInventory {
  readonly volumes: ReadonlyMap<string, Volume>;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
}

/**
 * Compares all disks with the rows that refer to disks.
 *
 * @param from the share of the run's time that has passed
 * @returns the sandboxes at rest with stored data; undefined when they could not be read
 */
export async function sweepDisks(
  run: SweepRun,
  from: number,
  deps: DiskSweepDeps,
): Promise<readonly Resting[] | undefined> {
  const share = (part: number) => from + part * (1 - from);
  const inventory = await run.part(share(0.6), () => takeInventory(run, deps.disks));
  const stored = inventory && (await run.part(share(0.85), () => sweepStored(run, inventory, deps)));
  if (inventory && stored) await run.part(share(0.98), () => sweepOrphans(run, inventory, stored.referenced, deps));
  return stored?.resting;
}

/** @throws when the lists take longer than this part of the run */
async function takeInventory(run: SweepRun, disks: Disks): Promise<DiskInventory> {
  const [volumes, snapshots] = await Promise.all([byId(run, disks.volumes()), byId(run, disks.snapshots())]);
  return { volumes, snapshots };
}

async function byId<T extends { readonly id: string }>(
  run: SweepRun,
  pages: AsyncIterable<readonly T[]>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for await (const page of pages) {
    for (const item of page) found.set(item.id, item);
    if (run.isPartOver) throw new Error('Listing the disks took too long.');
  }
  return found;
}

/** A sandbox at rest with stored data. */
export interface Resting {
  readonly name: string;
  readonly phase: StoredRow['phase'];
}

interface Stored {
  /** The ids of all disks that rows refer to. */
  readonly referenced: ReadonlySet<string>;
  readonly resting: readonly Resting[];
}

/** Checks the disks of every sandbox that has any. */
async function sweepStored(run: SweepRun, { snapshots }: DiskInventory, deps: DiskSweepDeps): Promise<Stored> {
  const now = deps.now().toISOString();
  const referenced = new Set<string>();
  const resting: Resting[] = [];
  const suspects: StoredRow[] = [];
  for await (const page of deps.sandboxes.stored()) {
    for (const id of page.flatMap(idsIn)) referenced.add(id);
    for (const row of page)
      if (isResting(row)) resting.push({ name: `${row.owner_id}/${row.sandbox_id}`, phase: row.phase });
    suspects.push(...page.filter((row) => isSuspect(row, snapshots, now)));
  }
  // After sandboxes: an EBS snapshot that moves from a sandbox to a snapshot is then found in one of the two.
  for (const id of await sweepStoredSnapshots(run, snapshots, deps)) referenced.add(id);
  const nameOf = (row: StoredRow) => `workspace of ${row.owner_id}/${row.sandbox_id}`;
  await run.each('workspaces', suspects, nameOf, async (row) => {
    const { owner_id: ownerId, sandbox_id: sandboxId } = row;
    const id = startSnapshotOf(row);
    // A snapshot newer than the list is not missing: it is read by id.
    const seen = id === null ? {} : { snapshot: { id, found: snapshots.get(id) ?? (await deps.disks.snapshot(id)) } };
    const { steps } = await reconcile(ownerId, sandboxId, seen, deps, run.partEnd);
    if (steps > 0) run.found('workspace');
  });
  return { referenced, resting };
}

/**
 * Whether its snapshot is missing or its retention is over. A sandbox whose lost snapshot can return is watched
 * instead.
 */
function isSuspect(row: StoredRow, snapshots: DiskInventory['snapshots'], now: string): boolean {
  const { expires_at: expiresAt } = row;
  const id = startSnapshotOf(row);
  return (id !== null && !snapshots.has(id)) || (expiresAt !== null && expiresAt <= now);
}

function idsIn(row: StoredRow): string[] {
  const ids = [row.volume_id, startSnapshotOf(row), row.previous_snapshot_id, row.saving_snapshot_id];
  return [...ids.filter((id) => id !== null), ...row.discards.map(({ id }) => id)];
}

/**
 * Deletes disks that their sandboxes no longer need, after reading the current row again. A disk that no row proves to
 * be an orphan is only tagged, and deleted a week later.
 */
async function sweepOrphans(
  run: SweepRun,
  { volumes, snapshots }: DiskInventory,
  referenced: ReadonlySet<string>,
  deps: DiskSweepDeps,
): Promise<void> {
  const loose = <T extends Volume | Snapshot>(all: ReadonlyMap<string, T>) =>
    [...all.values()].filter(({ id, isKept }) => !referenced.has(id) && !isKept);
  reportUnreadable(run, [...loose(volumes), ...loose(snapshots)]);
  refuseMassDeletion(loose(volumes).length + loose(snapshots).length, volumes.size + snapshots.size);
  const notes = new OrphanNotes(deps);
  notes.clear([...volumes.values(), ...snapshots.values()].filter(({ id }) => referenced.has(id)));
  await run.each('volumes', loose(volumes), idOf, async (volume) => {
    if (volume.state !== 'available' && volume.state !== 'error') return;
    const owner = await rowOf(volume.owner, deps);
    if (owner) await settle('volume', volume, standingOfVolume({ ...volume, owner: owner.disk }, owner.row), owner);
  });
  await run.each('snapshots', loose(snapshots), idOf, async (snapshot) => {
    const copy = await copyOwner(snapshot, deps);
    if (copy === 'damaged') return;
    if (copy) return settle('snapshot', snapshot, standingOfCopy(snapshot, copy.row), copy);
    if (await isOfSnapshot(snapshot, deps)) return notes.clear([snapshot]);
    const owner = await rowOf(snapshot.owner, deps);
    if (owner) await settle('snapshot', snapshot, standingOfSnapshot(snapshot, owner.row), owner);
  });
  await notes.write();

  async function settle(kind: Discard['kind'], disk: Volume | Snapshot, standing: Standing, owner: Named) {
    if (standing === 'needed') return notes.clear([disk]);
    if (standing !== 'orphan') run.found('unproven');
    if (standing === 'newer') return notes.keep(disk);
    // A disk that was ever in doubt waits for its grace period, unless its sandbox is being deleted.
    const isDoubted = standing === 'unproven' || (disk.orphanSince !== null && !owner.isBeingDeleted);
    if (isDoubted && notes.isInGracePeriod(disk)) return;
    log.warn(`sweep deletes an orphan ${kind}`, { [`${kind}_id`]: disk.id, standing, ...owner.names });
    if ((await removeDisk({ kind, id: disk.id }, deps)) === 'deleted') run.found(kind);
  }
}

function idOf({ id }: Volume | Snapshot): string {
  return id;
}

/** The most ids in one log line. */
const NAMED = 20;

/** Logs tagged disks that name no sandbox. Only an operator can decide whether to delete them. */
function reportUnreadable(run: SweepRun, disks: readonly (Volume | Snapshot)[]): void {
  const unreadable = disks.filter((disk) => !isReadable(disk));
  if (unreadable.length === 0) return;
  for (const _disk of unreadable) run.found('unreadable');
  const ids = unreadable.slice(0, NAMED).map(({ id }) => id);
  log.warn('sweep keeps volumes and snapshots whose tags name no sandbox', { count: unreadable.length, ids });
}

function isReadable(disk: Volume | Snapshot): boolean {
  const copy = 'takenFor' in disk ? parseSnapshotName(disk.takenFor) : undefined;
  return copy !== undefined || parseStartedBy(disk.owner?.startedBy) !== undefined;
}

/** With more orphans than this, and more than half of all disks, the rows are probably lost. */
const TOO_MANY = 20;

/** @throws when most disks appear to be orphans: an empty or wrong table must not cost the workspaces */
function refuseMassDeletion(orphans: number, all: number): void {
  if (orphans > TOO_MANY && orphans > all / 2)
    throw new Error(
      `${orphans} of ${all} disks belong to no sandbox. No disk is deleted until an operator has checked this.`,
    );
}

function isBeingDeleted(row: Sandbox | undefined): boolean {
  return row !== undefined && (isTombstone(row) || row.phase === 'DELETING');
}

/** Whose a disk is, for the log. */
interface Named {
  readonly names: Readonly<Record<string, string>>;
  /** Whether it is to be deleted anyway. */
  readonly isBeingDeleted: boolean;
}

/**
 * The row of the owner's snapshot that an EBS snapshot was taken for.
 *
 * @returns undefined for the saved workspace of a sandbox; `damaged` for a row that may have lost its id
 */
async function copyOwner({ takenFor }: Snapshot, { snapshots }: DiskSweepDeps) {
  const named = parseSnapshotName(takenFor);
  if (!named) return undefined;
  const row = await snapshots.find(named.ownerId, named.snapshotId);
  if (row && isDamaged(row)) return 'damaged';
  const names = { owner_id: named.ownerId, snapshot_id: named.snapshotId };
  return { row, names, isBeingDeleted: row?.state === 'DELETED' };
}

/** Whether the saved workspace of a sandbox became an owner's snapshot. The list of snapshots can be stale. */
async function isOfSnapshot({ id, owner }: Snapshot, { snapshots }: DiskSweepDeps): Promise<boolean> {
  const ownerId = parseStartedBy(owner?.startedBy)?.ownerId;
  return ownerId !== undefined && (await snapshots.referencesTo(ownerId, id)).length > 0;
}

interface Owner extends Named {
  /** The tags of a disk of this sandbox, as if its task had not come from the warm pool. */
  readonly disk: DiskOwner | undefined;
  readonly row: Sandbox | undefined;
}

/** @returns undefined when the tags name no sandbox, or a damaged one: the sweep does not touch such disks */
async function rowOf(owner: DiskOwner | undefined, deps: ReconcileDeps): Promise<Owner | undefined> {
  const named = parseStartedBy(owner?.startedBy);
  if (!named) return undefined;
  const row = await deps.sandboxes.find(named.ownerId, named.sandboxId);
  // It may have lost the ids of its disks.
  if (row && isDamaged(row)) return undefined;
  const claim = row?.warm?.claimed_by;
  if (claim) {
    const { owner_id, sandbox_id } = claim;
    const claimant = await deps.sandboxes.find(owner_id, sandbox_id);
    return ownerOf({ owner_id, sandbox_id }, claimant, diskOwner(claim));
  }
  return ownerOf({ owner_id: named.ownerId, sandbox_id: named.sandboxId }, row, owner);
}

function ownerOf(names: Named['names'], row: Sandbox | undefined, disk: DiskOwner | undefined): Owner {
  return { names, row, disk, isBeingDeleted: isBeingDeleted(row) };
}
