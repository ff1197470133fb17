import type { Clock } from '../../../platform/clock.ts';
import { NotFoundError, VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { OwnerRecord } from '../../accounts/owners/owner-record.ts';
import { deleteRequested } from '../../sandboxes/intent/intents.ts';
import { deletionRequested } from '../../sandboxes/snapshots/snapshot-changes.ts';
import type { SandboxStore } from '../../sandboxes/store/sandbox-store.ts';
import type { SnapshotStore } from '../../sandboxes/store/snapshot-store.ts';
import type { DynamoErasure } from './dynamo-erasure.ts';
import type { DynamoReceipts } from './dynamo-receipts.ts';
import { type ErasedTable, ownerRows } from './owner-rows.ts';

export interface EraseDeps {
  readonly receipts: Pick<DynamoReceipts, 'hold' | 'release' | 'finish'>;
  readonly erasure: Pick<DynamoErasure, 'rows' | 'erase'>;
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly snapshots: Pick<SnapshotStore, 'find' | 'save'>;
  /** Starts the worker of a snapshot; returns at once. */
  readonly workOnSnapshot: (ownerId: string, snapshotId: string) => Promise<void>;
  readonly deletePrebuild: (ownerId: string, prebuildId: string) => Promise<void>;
  readonly removeSpec: (ownerId: string, specId: string) => Promise<void>;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Time until this run must end, in milliseconds. */
  readonly timeLeft: () => number;
}

/** Time to end a run: longer than one chunk of deletions, in milliseconds. */
const RESERVE = 15_000;

/** Between two looks at sandboxes that end, in milliseconds. */
const LOOK_AGAIN = 2_000;

/** Nothing may be found for this long: requests that began with a key of the owner last up to 29 seconds. */
const QUIET = 32_000;

/**
 * Deletes everything of an owner that is marked for it. Every step finds out what is left and can be repeated, so a
 * crash anywhere only costs time: the sweep starts the next run. Only a pass that finds nothing, twice, ends it.
 *
 * @param holder the name of the worker
 * @returns whether the owner is deleted
 */
export async function eraseOwner(ownerId: string, holder: string, deps: EraseDeps): Promise<boolean> {
  const { receipts, now } = deps;
  const hasTime = () => deps.timeLeft() > RESERVE;
  let quietSince: number | undefined;
  try {
    while (hasTime()) {
      const owner = await receipts.hold(ownerId, holder, now());
      if (!owner?.deletion) return false;
      const left = await pass(owner, hasTime, deps);
      if (left === 'nothing') quietSince ??= now().getTime();
      else quietSince = undefined;
      if (
        quietSince !== undefined &&
        now().getTime() - quietSince >= QUIET &&
        (await finished(ownerId, holder, deps))
      ) {
        log.info('owner was deleted', { owner_id: ownerId });
        return true;
      }
      if (left !== 'more') await deps.pause(LOOK_AGAIN);
    }
  } finally {
    await receipts.release(ownerId, holder);
  }
  return false;
}

async function finished(ownerId: string, holder: string, { receipts, now }: EraseDeps): Promise<boolean> {
  try {
    await receipts.finish(ownerId, holder, now());
    return true;
  } catch (error) {
    if (error instanceof VersionConflictError) return false;
    throw error;
  }
}

/** `more`: rows were deleted. `waiting`: sandboxes, snapshots or builds end. */
type Left = 'nothing' | 'more' | 'waiting';

/** Who could make something new ends first. What others still need is deleted after them. */
async function pass(owner: OwnerRecord, hasTime: () => boolean, deps: EraseDeps): Promise<Left> {
  const { owner_id: ownerId } = owner;
  const tables = (...names: readonly ErasedTable[]) =>
    names.map((name) => () => eraseTable(ownerId, name, hasTime, deps));
  const steps = [
    ...tables('apiKeys', 'members', 'invitations', 'webhookEndpoints'),
    () => endPrebuilds(ownerId, deps),
    () => endSandboxes(ownerId, deps),
    () => endSnapshots(ownerId, deps),
    () => endSpecs(ownerId, deps),
    ...tables(...remaining(owner)),
  ];
  for (const step of steps) {
    if (!hasTime()) return 'more';
    const left = await step();
    if (left !== 'nothing') return left;
  }
  return 'nothing';
}

/** Every table with rows of owners. Rows below others go with these. */
function remaining({ deletion }: OwnerRecord): readonly ErasedTable[] {
  const kinds = ['own', 'named', ...(deletion?.records === 'delete' ? ['record'] : [])];
  return (Object.keys(ownerRows) as ErasedTable[]).filter((name) => kinds.includes(ownerRows[name].kind));
}

async function eraseTable(
  ownerId: string,
  name: ErasedTable,
  hasTime: () => boolean,
  { erasure }: EraseDeps,
): Promise<Left> {
  const { deleted, isDone } = await erasure.erase(ownerId, name, hasTime);
  if (isDone) return 'nothing';
  // Another writer was faster, or an index does not know of a deletion yet.
  return deleted > 0 ? 'more' : 'waiting';
}

async function endPrebuilds(ownerId: string, { erasure, deletePrebuild }: EraseDeps): Promise<Left> {
  let left: Left = 'nothing';
  for await (const { prebuild_id: id, state } of erasure.rows(ownerId, 'prebuilds', ['prebuild_id', 'state'])) {
    if (isCount(id) || state === undefined) continue;
    left = 'waiting';
    if (state !== 'DELETING') await deletePrebuild(ownerId, String(id)).catch(ignoreMissing);
  }
  return left;
}

/** A row that says DELETED is a receipt: its task, disks and snapshots are gone. */
async function endSandboxes(ownerId: string, { erasure, sandboxes, now }: EraseDeps): Promise<Left> {
  let left: Left = 'nothing';
  for await (const { sandbox_id: id, phase, desired } of erasure.rows(ownerId, 'sandboxes', [
    'sandbox_id',
    'phase',
    'desired',
  ])) {
    if (phase === 'DELETED') continue;
    left = 'waiting';
    if (desired === 'DELETED') continue;
    const previous = await sandboxes.find(ownerId, String(id));
    if (previous) await unlessChanged(() => sandboxes.save([{ previous, next: deleteRequested(previous, now()) }]));
  }
  return left;
}

/** Those that the service made for forks have no owner's request, either. */
async function endSnapshots(ownerId: string, { erasure, snapshots, workOnSnapshot, now }: EraseDeps): Promise<Left> {
  let left: Left = 'nothing';
  for await (const { snapshot_id: id, state } of erasure.rows(ownerId, 'snapshots', ['snapshot_id', 'state'])) {
    if (state === 'DELETED') continue;
    left = 'waiting';
    if (state === 'DELETING') continue;
    const previous = await snapshots.find(ownerId, String(id));
    if (!previous) continue;
    await unlessChanged(() => snapshots.save({ previous, next: deletionRequested(previous, now()) }));
    await workOnSnapshot(ownerId, String(id));
  }
  return left;
}

/** Their task definitions are deregistered before their rows go. */
async function endSpecs(ownerId: string, { erasure, removeSpec }: EraseDeps): Promise<Left> {
  let left: Left = 'nothing';
  for await (const { spec_id: id, family } of erasure.rows(ownerId, 'sandboxSpecs', ['spec_id', 'family'])) {
    if (family === undefined && isCount(id)) continue;
    left = 'waiting';
    if (family === undefined) await removeSpec(ownerId, String(id)).catch(ignoreMissing);
  }
  return left;
}

function isCount(id: unknown): boolean {
  return String(id).startsWith('#');
}

/** The next pass sees the change. */
async function unlessChanged(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof NotFoundError || error instanceof VersionConflictError)) throw error;
}
