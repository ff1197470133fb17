import { type Clock, systemClock } from '../../shared/clock.ts';
import { VersionConflictError } from '../../shared/errors.ts';
import type { Page } from '../../shared/paging/page.ts';
import { isCounted, isWatched, type Sandbox } from '../../shared/sandboxes/sandbox.ts';
import {
  changesCount,
  growthOf,
  isPurged,
  isStored,
  type OwnerCount,
  type SandboxChange,
  SandboxExistsError,
  SandboxLimitError,
  type SandboxStore,
  StoredRow,
} from '../../shared/sandboxes/sandbox-store.ts';
import { ledgerOf } from '../../shared/usage/ledger-of.ts';
import type { UsageRow } from '../../shared/usage/usage-row.ts';
import { keyOf, memoryPage, pick } from './memory-page.ts';

const createdSort = (sandbox: Sandbox) => `${sandbox.created_at}#${sandbox.sandbox_id}`;

/** Sandboxes in memory. Nothing waits between check and write, so that racing callers meet as they do in a transaction. */
export class MemorySandboxStore implements SandboxStore {
  readonly rows = new Map<string, Sandbox>();
  readonly active = new Map<string, number>();
  /** The ledger of usage, by owner and key. */
  readonly usage = new Map<string, UsageRow>();
  readonly #changes = new Map<string, number>();
  readonly #now: Clock;
  /** Hears of every write, as the table's stream does. */
  onWrite: (ownerId: string, sandboxId: string) => void = () => undefined;

  constructor(now: Clock = systemClock) {
    this.#now = now;
  }

  /** Puts rows there as if they had been written one by one. */
  static with(...sandboxes: readonly Sandbox[]): MemorySandboxStore {
    const store = new MemorySandboxStore();
    for (const next of sandboxes) store.apply([{ previous: null, next }]);
    return store;
  }

  async find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined> {
    const row = this.rows.get(keyOf(ownerId, sandboxId));
    return row && !isPurged(row, this.#now()) ? row : undefined;
  }

  async findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]> {
    return pick(this.rows, ownerId, sandboxIds).filter((row) => !isPurged(row, this.#now()));
  }

  async list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>> {
    const shown = this.of(ownerId).filter(({ desired }) => desired !== 'DELETED');
    return memoryPage(shown, { sortOf: createdSort, newestFirst: true, limit, after });
  }

  async listCounted(ownerId: string): Promise<readonly Sandbox[]> {
    return this.of(ownerId)
      .filter(isCounted)
      .toSorted((a, b) => (createdSort(a) < createdSort(b) ? -1 : 1));
  }

  async save(changes: readonly SandboxChange[], limit?: number): Promise<void> {
    this.check(changes, limit);
    this.apply(changes);
  }

  async *watched(): AsyncIterable<readonly Sandbox[]> {
    yield* inPages([...this.rows.values()].filter(isWatched));
  }

  async *stored(): AsyncIterable<readonly StoredRow[]> {
    yield* inPages([...this.rows.values()].filter(isStored).map((row) => StoredRow.parse(row)));
  }

  async *counts(): AsyncIterable<readonly OwnerCount[]> {
    const owners = [...this.active].map(([ownerId, active]) => ({
      ownerId,
      active,
      changes: this.#changes.get(ownerId) ?? 0,
    }));
    yield* inPages(owners);
  }

  async mendCount(ownerId: string): Promise<number> {
    const missing = this.of(ownerId).filter(isCounted).length - (this.active.get(ownerId) ?? 0);
    if (missing !== 0) this.add(ownerId, missing);
    return missing;
  }

  /** The first half of a transaction, for the store that writes conversations and sandboxes together. */
  check(changes: readonly SandboxChange[], limit?: number): void {
    for (const { previous, next } of changes) {
      const row = this.rows.get(keyOf(next.owner_id, next.sandbox_id));
      if (!previous && row && !isPurged(row, this.#now()))
        throw new SandboxExistsError(`sandbox ${next.sandbox_id} exists`);
      if (previous && row?.version !== previous.version) throw new VersionConflictError('sandbox', next.sandbox_id);
    }
    const difference = growthOf(changes);
    const counted = this.active.get(changes[0]?.next.owner_id ?? '') ?? 0;
    if (difference > 0 && limit !== undefined && counted + difference > limit) throw new SandboxLimitError('too many');
  }

  /** The second half, which cannot fail. */
  apply(changes: readonly SandboxChange[]): void {
    for (const { next } of changes) this.rows.set(keyOf(next.owner_id, next.sandbox_id), Object.freeze({ ...next }));
    for (const row of changes.flatMap(ledgerOf)) this.usage.set(keyOf(row.owner_id, row.usage_key), row);
    const [first] = changes;
    if (first && changes.some(changesCount)) this.add(first.next.owner_id, growthOf(changes));
    for (const { next } of changes) this.onWrite(next.owner_id, next.sandbox_id);
  }

  /** Makes the count of an owner wrong, as nothing of the service should be able to. */
  disturbCount(ownerId: string, difference: number): void {
    this.active.set(ownerId, (this.active.get(ownerId) ?? 0) + difference);
  }

  private add(ownerId: string, difference: number): void {
    this.active.set(ownerId, (this.active.get(ownerId) ?? 0) + difference);
    this.#changes.set(ownerId, (this.#changes.get(ownerId) ?? 0) + 1);
  }

  private of(ownerId: string): Sandbox[] {
    return [...this.rows.values()].filter(({ owner_id: owner }) => owner === ownerId);
  }
}

function* inPages<T>(items: readonly T[]): Generator<readonly T[]> {
  const pageSize = 3;
  for (let start = 0; start < items.length; start += pageSize) yield items.slice(start, start + pageSize);
}
