import type { SettledSums, SettledSumsStore, SumsOnRecord } from '../../../shared/domain/billing/usage/settled-sums.ts';

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

  /** What the transaction of a late entry does. */
  async countLateEntry(ownerId: string): Promise<void> {
    const row = this.#row(ownerId);
    this.#rows.set(ownerId, { ...row, lateEntries: row.lateEntries + 1 });
  }

  #row(ownerId: string): Row {
    return this.#rows.get(ownerId) ?? { lateEntries: 0, seen: 0, settled: null };
  }
}
