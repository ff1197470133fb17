import { Budgets } from '../../../shared/domain/billing/budgets/budgets.ts';
import type { SettledSums, SettledSumsStore, SumsOnRecord } from '../../../shared/domain/billing/usage/settled-sums.ts';
import type { Span } from '../../../shared/domain/billing/usage/slices.ts';
import type {
  MonthToDate,
  UsageEntries,
  UsageLedger,
  UsageReader,
  UsedSoFar,
} from '../../../shared/domain/billing/usage/usage-ledger.ts';
import { endedSort, type UsageRow } from '../../../shared/domain/billing/usage/usage-row.ts';
import { openOf } from '../../../shared/domain/sandboxes/record/ledger-of.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { keyOf } from '../platform/memory-page.ts';
import type { MemorySandboxStore } from '../sandboxes/memory-sandbox-store.ts';

export class MemoryUsage implements UsageReader {
  readonly #used = new Map<string, UsedSoFar>();
  readonly #keys = new Map<string, Set<string>>();

  set(ownerId: string, used: Partial<UsedSoFar>, keyId?: string): void {
    const place = keyId === undefined ? ownerId : `${ownerId}#${keyId}`;
    this.#used.set(place, { microUsd: 0, modelMicroUsd: 0, sandboxSeconds: 0, ...used });
    if (keyId !== undefined) this.#keys.set(ownerId, new Set([...(this.#keys.get(ownerId) ?? []), keyId]));
  }

  async monthToDate(ownerId: string): Promise<MonthToDate> {
    const none = { microUsd: 0, modelMicroUsd: 0, sandboxSeconds: 0 };
    const keys = [...(this.#keys.get(ownerId) ?? [])];
    const byLineage = new Map(keys.map((id) => [id, this.#used.get(`${ownerId}#${id}`) ?? none]));
    return { ...(this.#used.get(ownerId) ?? none), byLineage };
  }
}

/** The usage ledger of the sandboxes in memory, with the open intervals of their rows. */
export class MemoryUsageLedger implements UsageLedger, UsageEntries {
  readonly #sandboxes: MemorySandboxStore;

  constructor(sandboxes: MemorySandboxStore) {
    this.#sandboxes = sandboxes;
  }

  async intervals(ownerId: string, { from, to }: Span, now: Date): Promise<readonly UsageRow[]> {
    const all = [...this.#of(ownerId), ...(await this.open(ownerId, now))];
    return all.filter((row) => row.ended_at > from && row.started_at < to);
  }

  async open(ownerId: string, now: Date): Promise<readonly UsageRow[]> {
    const rows = [...this.#sandboxes.rows.values()].filter(({ owner_id: owner }) => owner === ownerId);
    return rows.flatMap((row) => openOf(row, now));
  }

  async *ended(ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]> {
    const rows = this.#of(ownerId).filter((row) => endedSort(row) > after && row.started_at < startedBefore);
    yield rows.toSorted((one, other) => (endedSort(one) < endedSort(other) ? -1 : 1));
  }

  async ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    const ended = this.#of(ownerId).filter(({ sandbox_id: id }) => id === sandboxId);
    return [...ended, ...open];
  }

  async find(ownerId: string, usageKey: string): Promise<UsageRow | undefined> {
    return this.#sandboxes.usage.get(keyOf(ownerId, usageKey));
  }

  async put(row: UsageRow): Promise<void> {
    this.#sandboxes.usage.set(keyOf(row.owner_id, row.usage_key), row);
  }

  #of(ownerId: string): UsageRow[] {
    return [...this.#sandboxes.usage.values()].filter(({ owner_id: owner }) => owner === ownerId);
  }
}

interface Row {
  lateEntries: number;
  seen: number;
  settled: SettledSums | null;
}

export class MemorySettledSums implements SettledSumsStore {
  readonly #rows = new Map<string, Row>();

  async find(ownerId: string): Promise<SumsOnRecord> {
    const { lateEntries, seen, settled } = this.#row(ownerId);
    return { lateEntries, settled: seen === lateEntries ? settled : null };
  }

  async save(ownerId: string, { lateEntries, settled }: SumsOnRecord, next: SettledSums): Promise<boolean> {
    const row = this.#row(ownerId);
    if (row.lateEntries !== lateEntries) return false;
    if (settled !== null && row.settled?.settledTo !== settled.settledTo) return false;
    this.#rows.set(ownerId, { lateEntries, seen: lateEntries, settled: next });
    return true;
  }

  /** Mirrors the transaction of a late entry. */
  async countLateEntry(ownerId: string): Promise<void> {
    const row = this.#row(ownerId);
    this.#rows.set(ownerId, { ...row, lateEntries: row.lateEntries + 1 });
  }

  #row(ownerId: string): Row {
    return this.#rows.get(ownerId) ?? { lateEntries: 0, seen: 0, settled: null };
  }
}

export function memoryBudgets(
  store: MemorySandboxStore,
  now: Clock = systemClock,
  usage: UsageReader = new MemoryUsage(),
): Budgets {
  return new Budgets({ accounts: store, sandboxes: store, usage, now });
}
