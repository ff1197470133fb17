import type * as z from 'zod';
import { rowReader } from '../../../platform/aws/rows.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import { countedAttributes, storedAttributes } from '../../../rights/index-attributes.ts';
import type { OwnerAccount } from '../../billing/budgets/account.ts';
import type { StartBounds } from '../../billing/budgets/start-rules.ts';
import { isMetered } from '../record/ledger-of.ts';
import type { Phase } from '../record/phases.ts';
import type { Deletion } from '../record/receipt.ts';
import { Sandbox, type SandboxWrite } from '../record/sandbox.ts';
import type { CountRepair } from './counts.ts';
import type { SeenBy } from './seen-by.ts';

/** A sandbox with this id already exists. */
export class SandboxExistsError extends Error {
  override readonly name = 'SandboxExistsError';
}

/** The owner's account does not admit a start. `checkAdmission` finds the reason in the current account. */
export class SandboxLimitError extends Error {
  override readonly name = 'SandboxLimitError';
}

/** Another start claimed the warm task first, or the pool removed it. */
export class WarmTaskTakenError extends Error {
  override readonly name = 'WarmTaskTakenError';
}

/** One write, with the row of the warm task that a new sandbox claims, before and after. */
export interface SandboxChange extends SandboxWrite {
  readonly claim?: { readonly previous: Sandbox; readonly next: Sandbox };
  /** The snapshot that the same transaction makes of its workspace, with its hold already counted. */
  readonly madeSnapshot?: string | undefined;
}

/** The stored resources of a sandbox, which the sweep compares with those that exist. */
export const StoredRow = Sandbox.pick(maskOf('owner_id', 'sandbox_id', ...storedAttributes)).strip();
export type StoredRow = z.infer<typeof StoredRow>;

export const readStored = /* @__PURE__ */ rowReader('stored sandbox', StoredRow, { shown: [] });

/** A sandbox that counts towards limits, with its payer and its reservation. */
export const CountedRow = Sandbox.pick(maskOf('owner_id', 'sandbox_id', ...countedAttributes)).strip();
export type CountedRow = z.infer<typeof CountedRow>;

export const readCounted = /* @__PURE__ */ rowReader('counted sandbox', CountedRow);

/** A filter for sandboxes. `createdFrom` is inclusive, `createdBefore` exclusive. */
export interface SandboxFilter extends SeenBy {
  readonly phase?: Phase | undefined;
  readonly specId?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly matching?: Matching<Sandbox> | undefined;
}

/** Sandboxes by owner. No call reads across owners, so none can leak across owners. Only the sweep reads all. */
export interface SandboxReader {
  /** A consistent read. Also finds receipts of deleted sandboxes until they expire. */
  find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined>;
  /** In no particular order, without unknown ids. */
  findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]>;
  /** Newest first, without sandboxes that are being deleted. */
  list(ownerId: string, limit: number, after: string | null, filter?: SandboxFilter): Promise<Page<Sandbox>>;
  /** The deletions with unexpired receipts, newest request first; slightly stale. */
  listDeletions(ownerId: string, limit: number, after: string | null, visibleTo?: string): Promise<Page<Deletion>>;
  /**
   * The newest sandboxes whose ids the service generated until then, including deleted ones. A consistent read of one
   * page, which can hold fewer than there are.
   */
  newest(ownerId: string, until: Date, limit: number): Promise<readonly Sandbox[]>;
  /** The sandboxes that count towards the owner's limit, oldest first. Sandboxes at rest cost no read. */
  listCounted(ownerId: string): Promise<readonly CountedRow[]>;
  /** The oldest `most` of them that match. The search ends at the `COUNTED_SEARCHED` oldest. */
  oldestCounted(ownerId: string, most: number, matches: (row: CountedRow) => boolean): Promise<readonly CountedRow[]>;
}

export interface SandboxStore extends SandboxReader {
  /**
   * Writes all changes or none. The same transaction updates the counts of the owner and of lineages, and the
   * reservations of starts. All changes must be of one owner.
   *
   * @param bounds the limits of a start; without them, no change may be a start
   * @param first further parts of the same transaction; the races that they lose are reported first
   * @throws WarmTaskTakenError when a claimed warm task is no longer available, SandboxExistsError when a new sandbox
   * already exists, VersionConflictError when another writer changed a row since it was read, SandboxLimitError when
   * the owner's account does not admit a start
   */
  save(changes: readonly SandboxChange[], bounds?: StartBounds, first?: readonly TransactionPart[]): Promise<void>;
  /** All sandboxes that are not at rest, of all owners, a page at a time. Only for the sweep. */
  watched(): AsyncIterable<readonly Sandbox[]>;
  /**
   * Those of one segment, by the time of their last phase change, oldest first. Only for the sweep.
   *
   * @param after begins after this place, even if no sandbox is there any longer
   */
  watchedIn(segment: number, after: WatchCursor | null): AsyncIterable<readonly Sandbox[]>;
  /** Every sandbox with a disk or discard, of all owners, eventually consistent. Only for the sweep. */
  stored(): AsyncIterable<readonly StoredRow[]>;
  /** The account of every owner, a page at a time. Only for the sweep. */
  counts(): AsyncIterable<readonly OwnerAccount[]>;
  /** Corrects the counts of an owner and their lineages to match the rows. @throws VersionConflictError */
  repairCounts(ownerId: string): Promise<CountRepair>;
}

/** @returns whether the write won; false when another writer changed the row since it was read */
export async function saveIfUnchanged(
  sandboxes: Pick<SandboxStore, 'save'>,
  previous: Sandbox,
  next: Sandbox,
): Promise<boolean> {
  try {
    await sandboxes.save([{ previous, next }]);
    return true;
  } catch (error) {
    if (error instanceof VersionConflictError) return false;
    throw error;
  }
}

/** The most running sandboxes of an owner that a refused start searches. */
export const COUNTED_SEARCHED = 2_000;

/** Sandboxes that are not at rest are divided into this many segments by their ids. */
export const WATCH_SEGMENTS = 8;

export function segmentOf({ sandbox_id: id }: Pick<Sandbox, 'sandbox_id'>): number {
  return Number.parseInt(id.slice(-2), 16) % WATCH_SEGMENTS;
}

/** The place of a sandbox in its segment. */
export const WatchCursor = Sandbox.pick({ phase_since: true, owner_id: true, sandbox_id: true }).strip();
export type WatchCursor = z.infer<typeof WatchCursor>;

/** Whether the sandbox has any stored resource or open usage interval. */
export function isStored(sandbox: Sandbox): boolean {
  const { volume_id, snapshot_id, base_snapshot, previous_snapshot_id, saving_snapshot_id, discards } = sandbox;
  return (
    [volume_id, snapshot_id, previous_snapshot_id, saving_snapshot_id].some((id) => id !== null) ||
    base_snapshot !== null ||
    discards.length > 0 ||
    isMetered(sandbox)
  );
}

/**
 * The sort key of `stored_index`. It names the open intervals, so it changes when one ends and never repeats, as no
 * interval begins twice.
 */
export function storedKey(sandbox: Sandbox): string {
  const { owner_id, sandbox_id, generation, task_started_at: started, task_stopped_at: stopped } = sandbox;
  const running = started !== null && stopped === null ? `r${generation}@${started}` : '';
  const { workspace_kept: kept } = sandbox;
  const paused = kept === null ? '' : `p${kept.generation}@${kept.since}`;
  return `${owner_id}/${sandbox_id}#open:${running}${paused}`;
}

/** Whether a receipt has expired. DynamoDB removes expired rows later, and no caller may see them until then. */
export function isPurged({ purge_at: purgeAt }: Sandbox, now: Date): boolean {
  return purgeAt !== null && purgeAt <= now.getTime() / 1000;
}

/** The names as a mask for zod's `pick`. */
function maskOf<const Name extends string>(...names: readonly Name[]): Readonly<Record<Name, true>> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}
