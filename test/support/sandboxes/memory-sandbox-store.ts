import { isFor } from '../../../shared/contract/endpoint/audience.ts';
import { type Limits, noLimits } from '../../../shared/contract/shapes/limits.ts';
import type { IntegratorEvent } from '../../../shared/domain/accounts/outbox/outbox.ts';
import type {
  OwnerAccount,
  OwnerAccounts,
  Settled,
  Spend,
  Spent,
  Suspension,
} from '../../../shared/domain/billing/budgets/account.ts';
import { checkAdmission } from '../../../shared/domain/billing/budgets/check-admission.ts';
import {
  budgetedLineages,
  isBudgeted,
  reliedOn,
  type StartBounds,
  type StartingKey,
} from '../../../shared/domain/billing/budgets/start-rules.ts';
import type { UsageRow } from '../../../shared/domain/billing/usage/usage-row.ts';
import { isCounted, isWatched } from '../../../shared/domain/sandboxes/record/conditions.ts';
import { holdChangesOf } from '../../../shared/domain/sandboxes/record/holds.ts';
import { ledgerOf } from '../../../shared/domain/sandboxes/record/ledger-of.ts';
import { type Deletion, deletedSort, deletionOf } from '../../../shared/domain/sandboxes/record/receipt.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  type CountedRows,
  type CountRepair,
  changesCount,
  countedIn,
  demandOf,
  isNothing,
  repairOf,
} from '../../../shared/domain/sandboxes/store/counts.ts';
import {
  COUNTED_SEARCHED,
  type CountedRow,
  isPurged,
  isStored,
  type SandboxChange,
  SandboxExistsError,
  type SandboxFilter,
  SandboxLimitError,
  type SandboxStore,
  StoredRow,
  segmentOf,
  WarmTaskTakenError,
  type WatchCursor,
} from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { Part } from '../../../shared/platform/aws/transact.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import { lastIdOf } from '../../../shared/platform/ids.ts';
import type { Page } from '../../../shared/platform/paging.ts';
import { keyOf, memoryPage, pick } from '../platform/memory-page.ts';
import { checkParts, writeParts } from '../platform/memory-parts.ts';
import { increase, increaseAll } from './count-maps.ts';
import { MemorySnapshotStore } from './memory-snapshot-store.ts';

const createdSort = (sandbox: Sandbox) => `${sandbox.created_at}#${sandbox.sandbox_id}`;

const placeOf = ({ phase_since: since, owner_id: ownerId, sandbox_id: id }: WatchCursor) => `${since}#${ownerId}#${id}`;

/** Sandboxes in memory. Check and write are one step, as in a transaction. */
export class MemorySandboxStore implements SandboxStore, OwnerAccounts {
  readonly rows = new Map<string, Sandbox>();
  readonly active = new Map<string, number>();
  readonly activeByLineage = new Map<string, ReadonlyMap<string, number>>();
  readonly cpuUnits = new Map<string, number>();
  readonly cpuUnitsByLineage = new Map<string, ReadonlyMap<string, number>>();
  readonly limits = new Map<string, Limits>();
  readonly suspended = new Map<string, Suspension>();
  readonly spends = new Map<string, Spend>();
  readonly settled = new Map<string, Settled>();
  readonly published: IntegratorEvent[] = [];
  readonly usage = new Map<string, UsageRow>();
  /** The snapshots that sandboxes begin from, whose holds the same writes change. */
  readonly snapshots: MemorySnapshotStore;
  readonly #changes = new Map<string, number>();
  readonly #now: Clock;
  onWrite: (ownerId: string, sandboxId: string) => void = () => undefined;

  constructor(now: Clock = systemClock) {
    this.#now = now;
    this.snapshots = new MemorySnapshotStore(now);
  }

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

  async list(ownerId: string, limit: number, after: string | null, filter: SandboxFilter = {}): Promise<Page<Sandbox>> {
    const { phase, specId, createdBy, visibleTo, createdFrom = '', createdBefore = '~', matching } = filter;
    const shown = this.of(ownerId).filter(
      (row) =>
        row.desired !== 'DELETED' &&
        (phase === undefined || row.phase === phase) &&
        (specId === undefined || row.spec_id === specId) &&
        (createdBy === undefined || (row.created_by ?? row.owner_id) === createdBy) &&
        isFor(visibleTo, row) &&
        row.created_at >= createdFrom &&
        row.created_at < createdBefore,
    );
    const items = matching === undefined ? shown : await matching(shown);
    return memoryPage(items, { sortOf: createdSort, newestFirst: true, limit, after });
  }

  async listDeletions(ownerId: string, limit: number, after: string | null): Promise<Page<Deletion>> {
    const present = this.of(ownerId).filter((row) => !isPurged(row, this.#now()));
    const deletions = present.flatMap((row) => deletionOf(row) ?? []);
    return memoryPage(deletions, { sortOf: deletedSort, newestFirst: true, limit, after });
  }

  async newest(ownerId: string, until: Date, limit: number): Promise<readonly Sandbox[]> {
    return this.of(ownerId)
      .filter(({ sandbox_id: id }) => id <= lastIdOf(until))
      .toSorted((a, b) => (a.sandbox_id < b.sandbox_id ? 1 : -1))
      .slice(0, limit)
      .filter((row) => !isPurged(row, this.#now()));
  }

  async listCounted(ownerId: string): Promise<readonly Sandbox[]> {
    return this.of(ownerId)
      .filter(isCounted)
      .toSorted((a, b) => (createdSort(a) < createdSort(b) ? -1 : 1));
  }

  async oldestCounted(ownerId: string, most: number, isMeant: (row: CountedRow) => boolean) {
    return (await this.listCounted(ownerId)).slice(0, COUNTED_SEARCHED).filter(isMeant).slice(0, most);
  }

  async save(changes: readonly SandboxChange[], bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    checkParts(first);
    this.check(changes, bounds);
    this.apply(changes, bounds);
    writeParts(first);
  }

  async *watched(): AsyncIterable<readonly Sandbox[]> {
    yield* inPages([...this.rows.values()].filter(isWatched));
  }

  async *watchedIn(segment: number, after: WatchCursor | null): AsyncIterable<readonly Sandbox[]> {
    const rows = [...this.rows.values()].filter((row) => isWatched(row) && segmentOf(row) === segment);
    const ordered = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    yield* inPages(ordered.filter((row) => after === null || placeOf(row) > placeOf(after)));
  }

  async *stored(): AsyncIterable<readonly StoredRow[]> {
    yield* inPages([...this.rows.values()].filter(isStored).map((row) => StoredRow.parse(row)));
  }

  async *counts(): AsyncIterable<readonly OwnerAccount[]> {
    yield* inPages([...this.active.keys()].map((ownerId) => this.accountNow(ownerId)));
  }

  async repairCounts(ownerId: string): Promise<CountRepair> {
    const repair = repairOf(this.accountNow(ownerId), countedIn(this.of(ownerId).filter(isCounted)));
    if (!isNothing(repair)) this.add(ownerId, repair);
    return repair;
  }

  async account(ownerId: string): Promise<OwnerAccount> {
    return this.accountNow(ownerId);
  }

  async settle({ ownerId, changes }: OwnerAccount, settled: Settled): Promise<boolean> {
    if ((this.#changes.get(ownerId) ?? 0) !== changes) return false;
    this.settled.set(ownerId, settled);
    this.add(ownerId, countedIn([]));
    return true;
  }

  async publishOnce(event: IntegratorEvent): Promise<boolean> {
    const isHeard = this.published.some(({ ownerId, id }) => ownerId === event.ownerId && id === event.id);
    if (isHeard) return false;
    this.published.push(event);
    return true;
  }

  /** Checks a transaction that writes conversations and sandboxes together. */
  check(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    for (const { claim } of changes) {
      const row = claim && this.rows.get(keyOf(claim.next.owner_id, claim.next.sandbox_id));
      if (claim && row?.version !== claim.previous.version)
        throw new WarmTaskTakenError(`warm task ${claim.next.sandbox_id} is taken`);
    }
    for (const { previous, next } of changes) {
      const row = this.rows.get(keyOf(next.owner_id, next.sandbox_id));
      if (!previous && row && !isPurged(row, this.#now()))
        throw new SandboxExistsError(`sandbox ${next.sandbox_id} exists`);
      if (previous && row?.version !== previous.version) throw new VersionConflictError('sandbox', next.sandbox_id);
    }
    const ownerId = changes[0]?.next.owner_id ?? '';
    const account = this.accountNow(ownerId);
    const isOutdated = bounds && reliedOn.some((name) => bounds.known[name] !== account.limits[name]);
    const demand = demandOf(changes);
    if (bounds && demand.starts > 0 && (isOutdated || checkAdmission(account, demand, bounds).kind !== 'fits'))
      throw new SandboxLimitError(`the account of owner ${ownerId} does not admit this start`);
    this.snapshots.checkHolds(ownerId, holdChangesOf(changes));
  }

  /** Writes after the check, and cannot fail. */
  apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const claims = changes.flatMap(({ claim }) => claim ?? []);
    for (const { next } of [...claims, ...changes])
      this.rows.set(keyOf(next.owner_id, next.sandbox_id), Object.freeze({ ...next }));
    for (const row of changes.flatMap(ledgerOf)) this.usage.set(keyOf(row.owner_id, row.usage_key), row);
    const ownerId = changes[0]?.next.owner_id ?? '';
    this.snapshots.writeHolds(ownerId, holdChangesOf(changes));
    const demand = demandOf(changes);
    if (changes.some(changesCount)) this.add(ownerId, demand);
    const settled = this.settled.get(ownerId);
    if (bounds && settled && demand.starts > 0 && isBudgeted(bounds))
      this.settled.set(ownerId, spentMore(settled, demand.reserves, bounds.key));
    for (const { next } of [...claims, ...changes]) this.onWrite(next.owner_id, next.sandbox_id);
  }

  async saveSpend(ownerId: string, spend: Spend): Promise<boolean> {
    this.spends.set(ownerId, spend);
    return true;
  }

  /** Corrupts the count of an owner. */
  disturbCount(ownerId: string, difference: number): void {
    const units = difference * 512;
    const inAll = (counts: ReadonlyMap<string, number> | undefined, by: number) =>
      new Map([...(counts ?? [])].map(([id, count]) => [id, count + by]));
    increase(this.active, ownerId, difference);
    increase(this.cpuUnits, ownerId, units);
    this.activeByLineage.set(ownerId, inAll(this.activeByLineage.get(ownerId), difference));
    this.cpuUnitsByLineage.set(ownerId, inAll(this.cpuUnitsByLineage.get(ownerId), units));
  }

  private add(ownerId: string, { owner, lineages, cpuUnits }: CountedRows): void {
    increase(this.active, ownerId, owner);
    increase(this.cpuUnits, ownerId, cpuUnits.owner);
    increaseAll(this.activeByLineage, ownerId, lineages);
    increaseAll(this.cpuUnitsByLineage, ownerId, cpuUnits.lineages);
    increase(this.#changes, ownerId, 1);
  }

  private accountNow(ownerId: string): OwnerAccount {
    return {
      ownerId,
      active: this.active.get(ownerId) ?? 0,
      activeByLineage: this.activeByLineage.get(ownerId) ?? new Map(),
      cpuUnits: this.cpuUnits.get(ownerId) ?? 0,
      cpuUnitsByLineage: this.cpuUnitsByLineage.get(ownerId) ?? new Map(),
      snapshots: this.snapshots.active.get(ownerId) ?? 0,
      changes: this.#changes.get(ownerId) ?? 0,
      limits: this.limits.get(ownerId) ?? noLimits,
      suspension: this.suspended.get(ownerId) ?? null,
      isDeleting: false,
      isDeleted: false,
      models: { owner: { closedMicroUsd: 0, inProgress: 0 }, lineages: new Map() },
      spend: this.spends.get(ownerId) ?? null,
      settled: this.settled.get(ownerId) ?? null,
    };
  }

  private of(ownerId: string): Sandbox[] {
    return [...this.rows.values()].filter(({ owner_id: owner }) => owner === ownerId);
  }
}

function* inPages<T>(items: readonly T[]): Generator<readonly T[]> {
  const pageSize = 3;
  for (let start = 0; start < items.length; start += pageSize) yield items.slice(start, start + pageSize);
}

function spentMore(settled: Settled, more: Spent, key: StartingKey): Settled {
  const sum = (spent: Spent) => ({ microUsd: spent.microUsd + more.microUsd, seconds: spent.seconds + more.seconds });
  const charged = new Set(budgetedLineages(key).map(({ id }) => id));
  const lineages = [...settled.lineages].map(([id, spent]) => [id, charged.has(id) ? sum(spent) : spent] as const);
  return { ...settled, owner: sum(settled.owner), lineages: new Map(lineages) };
}
