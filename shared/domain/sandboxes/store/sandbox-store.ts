import type * as z from 'zod';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import { countedAttributes, storedAttributes } from '../../../rights/tables.ts';
import { lineageIdsOf, type OwnerAccount, type Payer } from '../../billing/budgets/account.ts';
import { RESERVED_SECONDS } from '../../billing/budgets/reservation.ts';
import type { Demand, StartBounds } from '../../billing/budgets/start-rules.ts';
import { isCounted } from '../record/conditions.ts';
import { isMetered } from '../record/ledger-of.ts';
import type { Deletion } from '../record/receipt.ts';
import { Sandbox, type SandboxWrite } from '../record/sandbox.ts';

/** A sandbox with this id exists already. */
export class SandboxExistsError extends Error {
  override readonly name = 'SandboxExistsError';
}

/** The owner's account does not admit a start. `checkAdmission` finds the reason in the account of now. */
export class SandboxLimitError extends Error {
  override readonly name = 'SandboxLimitError';
}

/** Another start claimed the warm task first, or the pool gave it up. */
export class WarmTaskTakenError extends Error {
  override readonly name = 'WarmTaskTakenError';
}

/** One write, with the warm task that a new sandbox claims: its row as it was, and as it is afterwards. */
export interface SandboxChange extends SandboxWrite {
  readonly claim?: { readonly previous: Sandbox; readonly next: Sandbox };
}

/** The resources outside the row of a sandbox, which the sweep compares with those that exist. */
export const StoredRow = Sandbox.pick(maskOf('owner_id', 'sandbox_id', ...storedAttributes)).strip();
export type StoredRow = z.infer<typeof StoredRow>;

/** A sandbox that counts towards limits, with whose it is and what its start reserved. */
export const CountedRow = Sandbox.pick(maskOf('owner_id', 'sandbox_id', ...countedAttributes)).strip();
export type CountedRow = z.infer<typeof CountedRow>;

/** The corrections that make an owner's counts agree with the rows; empty when they agreed. */
export interface CountRepair {
  readonly owner: number;
  readonly lineages: ReadonlyMap<string, number>;
}

/** Sandboxes by owner. A store that cannot ask across owners cannot leak across owners; only the sweep sees all. */
export interface SandboxReader {
  /** A consistent read. It finds receipts of deleted sandboxes until they are purged. */
  find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]>;
  /** Newest first, without sandboxes that are being deleted. */
  list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>>;
  /** The deletions whose receipts are there still, the last one that was asked for first; a moment late. */
  listDeletions(ownerId: string, limit: number, after: string | null): Promise<Page<Deletion>>;
  /**
   * The last sandboxes that got an id of the service until then, deleted ones too: a consistent read of one page, which
   * may hold fewer than there are.
   */
  newest(ownerId: string, until: Date, limit: number): Promise<readonly Sandbox[]>;
  /** The sandboxes that count towards the owner's limit, oldest first. Those at rest cost no read. */
  listCounted(ownerId: string): Promise<readonly CountedRow[]>;
  /** The oldest of them that are meant, at most so many: the search ends there, or at the `COUNTED_SEARCHED` oldest. */
  oldestCounted(ownerId: string, most: number, isMeant: (row: CountedRow) => boolean): Promise<readonly CountedRow[]>;
}

/** The reads, and the writes. */
export interface SandboxStore extends SandboxReader {
  /**
   * Writes all or nothing, and in the same transaction updates the counts of the owner and of lineages, and the
   * reservations of starts. All changes are of one owner.
   *
   * @param bounds the conditions of a start; without it, none is expected
   * @param first further parts of the same transaction; the races that they lose are reported first
   * @throws WarmTaskTakenError when a claimed warm task is not there any more, SandboxExistsError when a new sandbox is
   * there already, VersionConflictError when another writer changed a row since it was read, SandboxLimitError when the
   * owner's account does not admit a start.
   */
  save(changes: readonly SandboxChange[], bounds?: StartBounds, first?: readonly TransactionPart[]): Promise<void>;
  /** Everything that does not rest, of all owners, a page at a time: for the sweep alone. */
  watched(): AsyncIterable<readonly Sandbox[]>;
  /**
   * Those of one segment, the ones that changed their phase longest ago first: for the sweep alone.
   *
   * @param after begins behind this place, which may be empty by now
   */
  watchedIn(segment: number, after: WatchCursor | null): AsyncIterable<readonly Sandbox[]>;
  /** Every sandbox with a disk or discard, of all owners, eventually consistent. For the sweep alone. */
  stored(): AsyncIterable<readonly StoredRow[]>;
  /** The account of every owner, a page at a time: for the sweep alone. */
  counts(): AsyncIterable<readonly OwnerAccount[]>;
  /** Makes the counts of an owner and their lineages agree with the rows. @throws VersionConflictError */
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

/** How many running sandboxes of an owner a refused start looks through, however many there are. */
export const COUNTED_SEARCHED = 2_000;

/** Everything that does not rest is in one of so many segments, by the id of the sandbox. */
export const WATCH_SEGMENTS = 8;

export function segmentOf({ sandbox_id: id }: Pick<Sandbox, 'sandbox_id'>): number {
  return Number.parseInt(id.slice(-2), 16) % WATCH_SEGMENTS;
}

/** The place of a sandbox in the order of its segment. */
export const WatchCursor = Sandbox.pick({ phase_since: true, owner_id: true, sandbox_id: true }).strip();
export type WatchCursor = z.infer<typeof WatchCursor>;

/** Whether the sandbox keeps anything outside its row, or costs its owner anything. */
export function isStored(sandbox: Sandbox): boolean {
  const { volume_id, snapshot_id, previous_snapshot_id, saving_snapshot_id, discards } = sandbox;
  return (
    [volume_id, snapshot_id, previous_snapshot_id, saving_snapshot_id].some((id) => id !== null) ||
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

/** Whether a receipt has expired: DynamoDB removes expired rows only later, and until then no caller may see them. */
export function isPurged({ purge_at: purgeAt }: Sandbox, now: Date): boolean {
  return purgeAt !== null && purgeAt <= now.getTime() / 1000;
}

/** How many sandboxes of one owner count, and by lineage. */
export interface CountedRows {
  readonly owner: number;
  readonly lineages: ReadonlyMap<string, number>;
}

/** @param rows those that count */
export function countedIn(rows: readonly Payer[]): CountedRows {
  const lineages = new Map<string, number>();
  for (const id of rows.flatMap(lineageIdsOf)) lineages.set(id, (lineages.get(id) ?? 0) + 1);
  return { owner: rows.length, lineages };
}

/** How the counts of an account differ from its rows. */
export function repairOf(account: OwnerAccount, counted: CountedRows): CountRepair {
  const ids = new Set([...counted.lineages.keys(), ...account.activeByLineage.keys()]);
  const differences = [...ids].map((id) => {
    return [id, (counted.lineages.get(id) ?? 0) - (account.activeByLineage.get(id) ?? 0)] as const;
  });
  return {
    owner: counted.owner - account.active,
    lineages: new Map(differences.filter(([, difference]) => difference !== 0)),
  };
}

/** Whether the change affects a count of sandboxes, even if two such changes even out. */
export function changesCount({ previous, next }: SandboxChange): boolean {
  const isOther = wasCounted(previous) && isCounted(next) && previous?.api_key_id !== next.api_key_id;
  return isOther || isCounted(next) !== wasCounted(previous);
}

function wasCounted(previous: Sandbox | null): boolean {
  return previous !== null && isCounted(previous);
}

/** The demand of these changes on their owner's account. */
export function demandOf(changes: readonly SandboxChange[]): Demand {
  const lineages = new Map<string, number>();
  const count = (sandbox: Sandbox, difference: number) => {
    for (const id of lineageIdsOf(sandbox)) lineages.set(id, (lineages.get(id) ?? 0) + difference);
  };
  let owner = 0;
  let starts = 0;
  let microUsd = 0;
  for (const { previous, next } of changes) {
    const before = previous !== null && isCounted(previous) ? previous : null;
    if (before) count(before, -1);
    if (isCounted(next)) count(next, 1);
    owner += Number(isCounted(next)) - Number(before !== null);
    if (!isCounted(next) || before) continue;
    starts += 1;
    microUsd += next.reserved_micro_usd;
  }
  return { owner, lineages, starts, reserves: { microUsd, seconds: starts * RESERVED_SECONDS } };
}

/** The attributes of an index, as zod picks them. */
function maskOf<const Name extends string>(...names: readonly Name[]): Readonly<Record<Name, true>> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}
