import type * as z from 'zod';
import type { Part } from '../aws/transact.ts';
import type { OwnerAccount } from '../budgets/account.ts';
import type { StartBounds } from '../budgets/verdict.ts';
import type { Page } from '../paging/page.ts';
import { isCounted, Sandbox } from './sandbox.ts';

/** A sandbox with this id exists already. */
export class SandboxExistsError extends Error {
  override readonly name = 'SandboxExistsError';
}

/**
 * The account of the owner does not admit a start: a limit, a budget, or limits that are not what they were taken for. `verdictOn` tells which, of the account as it is
 * now.
 */
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

/** What was added to the counts of an owner so that they agree with the rows. Nothing is added to what agreed. */
export interface CountMend {
  readonly owner: number;
  /** By the id of the API key. */
  readonly keys: ReadonlyMap<string, number>;
}

/** Sandboxes by owner. A store that cannot ask across owners cannot leak across owners; only the sweep sees all. */
export interface SandboxReader {
  /** Reads what is stored now, not what was a moment ago. Receipts of deleted sandboxes are found until they are purged. */
  find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]>;
  /** Newest first, without those that are being deleted. */
  list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>>;
  /** Those that the owner's limit counts, oldest first. */
  listCounted(ownerId: string): Promise<readonly Sandbox[]>;
}

/** The same, and what changes them. */
export interface SandboxStore extends SandboxReader {
  /**
   * Writes all or nothing, and keeps the counts of the owner and of their API keys in the same transaction, with what starts set aside of budgets. All changes are of
   * one owner.
   *
   * @param bounds what must hold when something starts; without it, nothing is expected to
   * @param first what others write in the same transaction; what it loses is named before anything else
   * @throws SandboxExistsError when a new sandbox is there already, VersionConflictError when somebody else wrote a row since it was read, SandboxLimitError when
   *   the owner's account does not admit a start.
   */
  save(changes: readonly SandboxChange[], bounds?: StartBounds, first?: readonly Part[]): Promise<void>;
  /** Everything that does not rest, of all owners, a page at a time: for the sweep alone. */
  watched(): AsyncIterable<readonly Sandbox[]>;
  /** Every sandbox that keeps a volume or a snapshot, or has one to discard, of all owners, a page at a time; rows are as they were a moment ago. For the sweep alone. */
  stored(): AsyncIterable<readonly StoredRow[]>;
  /** The account of every owner, a page at a time: for the sweep alone. */
  counts(): AsyncIterable<readonly OwnerAccount[]>;
  /**
   * Makes the counts of the owner and of their API keys agree with the rows, exactly, whoever writes meanwhile.
   *
   * @throws VersionConflictError when the count changed at every try.
   */
  mendCount(ownerId: string): Promise<CountMend>;
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

/** How the counts of an account differ from what its rows say. `counted` is by API key; null for rows that no key is known of. */
export function mendOf(account: OwnerAccount, counted: ReadonlyMap<string | null, number>): CountMend {
  const total = [...counted.values()].reduce((sum, count) => sum + count, 0);
  const ids = new Set([...counted.keys(), ...account.activeByKey.keys()]);
  const keys = new Map<string, number>();
  for (const id of ids) {
    const difference = id === null ? 0 : (counted.get(id) ?? 0) - (account.activeByKey.get(id) ?? 0);
    if (id !== null && difference !== 0) keys.set(id, difference);
  }
  return { owner: total - account.active, keys };
}

/** Whether another sandbox counts than before, or for another key, be it that two such changes even out. */
export function changesCount({ previous, next }: SandboxChange): boolean {
  const isOther = wasCounted(previous) && isCounted(next) && previous?.api_key_id !== next.api_key_id;
  return isOther || isCounted(next) !== wasCounted(previous);
}

function wasCounted(previous: Sandbox | null): boolean {
  return previous !== null && isCounted(previous);
}
