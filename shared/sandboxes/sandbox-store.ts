import type * as z from 'zod';
import type { Page } from '../paging/page.ts';
import { isCounted, Sandbox } from './sandbox.ts';

/** A sandbox with this id exists already. */
export class SandboxExistsError extends Error {
  override readonly name = 'SandboxExistsError';
}

/** The owner runs as many sandboxes as they may. */
export class SandboxLimitError extends Error {
  override readonly name = 'SandboxLimitError';
}

/** One write of one sandbox. Without a `previous`, the sandbox is new; a deleted one of the same id that nobody reads any more may be its `previous` (`creationOf`). */
export interface SandboxChange {
  readonly previous: Sandbox | null;
  readonly next: Sandbox;
}

/** What a sandbox keeps outside its row, as the sweep compares it with what there is. */
export const StoredRow = Sandbox.pick({
  owner_id: true,
  sandbox_id: true,
  phase: true,
  generation: true,
  created_at: true,
  expires_at: true,
  volume_id: true,
  snapshot_id: true,
  previous_snapshot_id: true,
  saving_snapshot_id: true,
  discards: true,
}).strip();
export type StoredRow = z.infer<typeof StoredRow>;

/** How many sandboxes count towards the limit of an owner, and how often that changed. */
export interface OwnerCount {
  readonly ownerId: string;
  readonly active: number;
  readonly changes: number;
}

/** Sandboxes by owner. A store that cannot ask across owners cannot leak across owners; only the sweep sees all. */
export interface SandboxStore {
  /** Reads what is stored now, not what was a moment ago. Receipts of deleted sandboxes are found until they are purged. */
  find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]>;
  /** Newest first, without those that are being deleted. */
  list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>>;
  /** Those that the owner's limit counts, oldest first. */
  listCounted(ownerId: string): Promise<readonly Sandbox[]>;
  /**
   * Writes all or nothing, and keeps the owner's count in the same transaction. All changes are of one owner.
   *
   * @throws SandboxExistsError when a new sandbox is there already, VersionConflictError when somebody else wrote a row since it was read, SandboxLimitError when
   *   more sandboxes would count than `limit`; without a limit only shrinking changes are expected.
   */
  save(changes: readonly SandboxChange[], limit?: number): Promise<void>;
  /** Everything that does not rest, of all owners, a page at a time: for the sweep alone. */
  watched(): AsyncIterable<readonly Sandbox[]>;
  /** Every sandbox that keeps a volume or a snapshot, or has one to discard, of all owners, a page at a time; rows are as they were a moment ago. For the sweep alone. */
  stored(): AsyncIterable<readonly StoredRow[]>;
  /** The count of every owner, a page at a time: for the sweep alone. */
  counts(): AsyncIterable<readonly OwnerCount[]>;
  /**
   * Makes the owner's count agree with the rows, exactly, whoever writes meanwhile.
   *
   * @returns what was added to the count: 0 when it agreed.
   * @throws VersionConflictError when the count changed at every try.
   */
  mendCount(ownerId: string): Promise<number>;
}

/** Whether the sandbox keeps anything outside its row. */
export function isStored(sandbox: Sandbox): boolean {
  const { volume_id, snapshot_id, previous_snapshot_id, saving_snapshot_id, discards } = sandbox;
  return (
    [volume_id, snapshot_id, previous_snapshot_id, saving_snapshot_id].some((id) => id !== null) || discards.length > 0
  );
}

/** Whether the time of a receipt is over: the table removes such rows some time later, and until then nobody may see them. */
export function isPurged({ purge_at: purgeAt }: Sandbox, now: Date): boolean {
  return purgeAt !== null && purgeAt <= now.getTime() / 1000;
}

/** By how much changes raise the count of their owner. */
export function growthOf(changes: readonly SandboxChange[]): number {
  return changes.reduce((sum, { previous, next }) => sum + Number(isCounted(next)) - Number(wasCounted(previous)), 0);
}

/** Whether another sandbox counts than before, be it that two such changes even out. */
export function changesCount({ previous, next }: SandboxChange): boolean {
  return isCounted(next) !== wasCounted(previous);
}

function wasCounted(previous: Sandbox | null): boolean {
  return previous !== null && isCounted(previous);
}
