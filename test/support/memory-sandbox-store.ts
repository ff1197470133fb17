import { VersionConflictError } from '../../shared/errors.ts';
import type { Page } from '../../shared/paging/page.ts';
import { isCounted, isWatched, type Sandbox } from '../../shared/sandboxes/sandbox.ts';
import {
  type SandboxChange,
  SandboxExistsError,
  SandboxLimitError,
  type SandboxStore,
} from '../../shared/sandboxes/sandbox-store.ts';
import { keyOf, memoryPage, pick } from './memory-page.ts';

const createdSort = (sandbox: Sandbox) => `${sandbox.created_at}#${sandbox.sandbox_id}`;

/** Sandboxes in memory. Nothing waits between check and write, so that racing callers meet as they do in a transaction. */
export class MemorySandboxStore implements SandboxStore {
  readonly rows = new Map<string, Sandbox>();
  readonly counts = new Map<string, number>();
  /** Hears of every write, as the table's stream does. */
  onWrite: (ownerId: string, sandboxId: string) => void = () => undefined;

  /** Puts rows there as if they had been written one by one. */
  static with(...sandboxes: readonly Sandbox[]): MemorySandboxStore {
    const store = new MemorySandboxStore();
    for (const next of sandboxes) store.apply([{ previous: null, next }]);
    return store;
  }

  async find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined> {
    return this.rows.get(keyOf(ownerId, sandboxId));
  }

  async findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]> {
    return pick(this.rows, ownerId, sandboxIds);
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

  async remove(sandbox: Sandbox): Promise<void> {
    const key = keyOf(sandbox.owner_id, sandbox.sandbox_id);
    if (this.rows.get(key)?.version !== sandbox.version) throw new VersionConflictError('sandbox', sandbox.sandbox_id);
    this.rows.delete(key);
    this.add(sandbox.owner_id, isCounted(sandbox) ? -1 : 0);
    this.onWrite(sandbox.owner_id, sandbox.sandbox_id);
  }

  async *watched(): AsyncIterable<readonly Sandbox[]> {
    const all = [...this.rows.values()].filter(isWatched);
    const pageSize = 3;
    for (let start = 0; start < all.length; start += pageSize) yield all.slice(start, start + pageSize);
  }

  /** The first half of a transaction, for the store that writes conversations and sandboxes together. */
  check(changes: readonly SandboxChange[], limit?: number): void {
    for (const { previous, next } of changes) {
      const row = this.rows.get(keyOf(next.owner_id, next.sandbox_id));
      if (!previous && row) throw new SandboxExistsError(`sandbox ${next.sandbox_id} exists`);
      if (previous && row?.version !== previous.version) throw new VersionConflictError('sandbox', next.sandbox_id);
    }
    const difference = growthOf(changes);
    const counted = this.counts.get(changes[0]?.next.owner_id ?? '') ?? 0;
    if (difference > 0 && limit !== undefined && counted + difference > limit) throw new SandboxLimitError('too many');
  }

  /** The second half, which cannot fail. */
  apply(changes: readonly SandboxChange[]): void {
    for (const { next } of changes) this.rows.set(keyOf(next.owner_id, next.sandbox_id), Object.freeze({ ...next }));
    const [first] = changes;
    if (first) this.add(first.next.owner_id, growthOf(changes));
    for (const { next } of changes) this.onWrite(next.owner_id, next.sandbox_id);
  }

  private add(ownerId: string, difference: number): void {
    this.counts.set(ownerId, (this.counts.get(ownerId) ?? 0) + difference);
  }

  private of(ownerId: string): Sandbox[] {
    return [...this.rows.values()].filter(({ owner_id: owner }) => owner === ownerId);
  }
}

function growthOf(changes: readonly SandboxChange[]): number {
  return changes.reduce(
    (sum, { previous, next }) => sum + Number(isCounted(next)) - Number(previous !== null && isCounted(previous)),
    0,
  );
}
