import type { UsageRow } from '../../../shared/domain/billing/usage/usage-row.ts';
import type { HoldChange } from '../../../shared/domain/sandboxes/record/holds.ts';
import { ledgerOfSnapshot } from '../../../shared/domain/sandboxes/record/snapshot-ledger.ts';
import {
  canBegin,
  isPurgedSnapshot,
  isShown,
  type SnapshotWrite,
  type WorkspaceSnapshot,
} from '../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import {
  countChange,
  dueAt,
  type EbsReference,
  type SnapshotDeletionRow,
  type SnapshotFilter,
  SnapshotLimitError,
  type SnapshotStore,
  SnapshotUnavailableError,
  type StoredSnapshotRow,
  type SweptSnapshots,
  shareChange,
  snapshotDeletionOf,
  snapshotIndexes,
} from '../../../shared/domain/sandboxes/store/snapshot-store.ts';
import type { Part } from '../../../shared/platform/aws/transact.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import type { Page } from '../../../shared/platform/paging.ts';
import { keyOf, memoryPage } from '../platform/memory-page.ts';
import { checkParts, memoryPart, writeParts } from '../platform/memory-parts.ts';

/** Snapshots in memory. A check and its write are one step, as in a transaction. */
export class MemorySnapshotStore implements SnapshotStore, SweptSnapshots {
  readonly rows = new Map<string, WorkspaceSnapshot>();
  /** The counts of owners. */
  readonly active = new Map<string, number>();
  readonly usage = new Map<string, UsageRow>();
  readonly #now: Clock;
  onWrite: (ownerId: string, snapshotId: string) => void = () => undefined;

  constructor(now: Clock = systemClock) {
    this.#now = now;
  }

  static with(...snapshots: readonly WorkspaceSnapshot[]): MemorySnapshotStore {
    const store = new MemorySnapshotStore();
    for (const row of snapshots) store.#put(row);
    for (const { owner_id: owner } of snapshots.filter(isShown)) store.#count(owner, 1);
    return store;
  }

  async find(ownerId: string, snapshotId: string): Promise<WorkspaceSnapshot | undefined> {
    const row = this.rows.get(keyOf(ownerId, snapshotId));
    return row && !isPurgedSnapshot(row, this.#now()) ? row : undefined;
  }

  async list(
    ownerId: string,
    limit: number,
    after: string | null,
    { sandboxId, createdBy, state, matching = async (rows) => new Set(rows) }: SnapshotFilter = {},
  ): Promise<Page<WorkspaceSnapshot>> {
    const shown = this.#of(ownerId).filter(
      (row) =>
        isShown(row) &&
        row.kept &&
        (state === undefined || row.state === state) &&
        (sandboxId === undefined || row.sandbox_id === sandboxId) &&
        (createdBy === undefined || (row.created_by ?? row.owner_id) === createdBy),
    );
    return memoryPage(await matching(shown), { sortOf: ({ snapshot_id: id }) => id, newestFirst: true, limit, after });
  }

  async listDeletions(ownerId: string, limit: number, after: string | null): Promise<Page<SnapshotDeletionRow>> {
    const present = this.#of(ownerId).filter((row) => !isPurgedSnapshot(row, this.#now()));
    const deletions = present.flatMap((row) => snapshotDeletionOf(row) ?? []);
    const sortOf = ({ receipt, snapshot_id: id }: SnapshotDeletionRow) => `${receipt.requested_at}#${id}`;
    return memoryPage(deletions, { sortOf, newestFirst: true, limit, after });
  }

  async referencesTo(ownerId: string, ebsSnapshotId: string): Promise<readonly EbsReference[]> {
    return this.#of(ownerId).filter((row) => row.ebs_snapshot_id === ebsSnapshotId && row.state !== 'DELETED');
  }

  async *due(now: Date): AsyncIterable<readonly WorkspaceSnapshot[]> {
    yield [...this.rows.values()].filter((row) => (dueAt(row) ?? '~') <= now.toISOString());
  }

  async *stored(): AsyncIterable<readonly StoredSnapshotRow[]> {
    yield [...this.rows.values()].filter((row) => 'stored' in snapshotIndexes(row));
  }

  async save(write: SnapshotWrite, limit?: number, first: readonly Part[] = []): Promise<void> {
    const parts = [...first, ...this.parts(write, limit)];
    checkParts(parts);
    writeParts(parts);
  }

  parts(write: SnapshotWrite, limit?: number): readonly Part[] {
    const { owner_id: ownerId, of_snapshot_id: rootId } = write.next;
    const share = shareChange(write);
    return [
      this.#row(write),
      this.#counted(ownerId, countChange(write), limit),
      ...(rootId === null || share === 0 ? [] : [this.#shared(ownerId, rootId, share)]),
    ];
  }

  /** @throws SnapshotUnavailableError when a sandbox cannot begin from a snapshot */
  checkHolds(ownerId: string, changes: ReadonlyMap<string, HoldChange>): void {
    for (const [id, { holds }] of changes) {
      const row = this.rows.get(keyOf(ownerId, id));
      if (holds > 0 && (!row || !canBegin(row))) throw new SnapshotUnavailableError(id);
    }
  }

  writeHolds(ownerId: string, changes: ReadonlyMap<string, HoldChange>): void {
    for (const [id, { holds, waiting }] of changes) {
      const row = this.rows.get(keyOf(ownerId, id));
      if (row && row.holds + holds >= 0)
        this.#put({ ...this.#released(row, holds), waiting: [...row.waiting, ...waiting] });
    }
  }

  #row({ previous, next }: SnapshotWrite): Part {
    const key = keyOf(next.owner_id, next.snapshot_id);
    return memoryPart(
      { item: {}, lost: () => new VersionConflictError('snapshot', next.snapshot_id) },
      {
        holds: () => this.rows.get(key)?.version === previous?.version,
        write: () => {
          this.#put(next);
          for (const row of ledgerOfSnapshot({ previous, next }))
            this.usage.set(keyOf(row.owner_id, row.usage_key), row);
        },
      },
    );
  }

  #counted(ownerId: string, change: number, limit = 0): Part {
    return memoryPart(
      { item: {}, lost: () => new SnapshotLimitError(limit) },
      {
        holds: () => change <= 0 || (this.active.get(ownerId) ?? 0) + change <= limit,
        write: () => this.#count(ownerId, change),
      },
    );
  }

  #shared(ownerId: string, rootId: string, change: number): Part {
    const find = () => this.rows.get(keyOf(ownerId, rootId));
    return memoryPart(
      { item: {}, lost: () => new VersionConflictError('snapshot', rootId) },
      {
        holds: () => change < 0 || (find()?.holds ?? 0) >= 1,
        write: () => {
          const root = find();
          if (root && root.holds >= 1) this.#put(this.#released(root, change));
        },
      },
    );
  }

  /** The row after a change of its holds. */
  #released(row: WorkspaceSnapshot, holds: number): WorkspaceSnapshot {
    const at = this.#now().toISOString();
    const released = holds < 0 ? { released_at: at } : {};
    return { ...row, holds: row.holds + holds, version: row.version + 1, updated_at: at, ...released };
  }

  #put(row: WorkspaceSnapshot): void {
    this.rows.set(keyOf(row.owner_id, row.snapshot_id), Object.freeze({ ...row }));
    this.onWrite(row.owner_id, row.snapshot_id);
  }

  #count(ownerId: string, change: number): void {
    if (change !== 0) this.active.set(ownerId, (this.active.get(ownerId) ?? 0) + change);
  }

  #of(ownerId: string): WorkspaceSnapshot[] {
    return [...this.rows.values()].filter(({ owner_id: owner }) => owner === ownerId);
  }
}
