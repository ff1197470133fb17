import { microUsdOf, nothingUsed, sumOf } from './amounts.ts';
import type { PriceTable } from './prices.ts';
import { slicesOfAll } from './report.ts';
import type { UsageLedger } from './usage-ledger.ts';
import type { MonthToDate, UsageReader, UsedSoFar } from './usage-reader.ts';
import type { UsageRow } from './usage-row.ts';

/** Priced months from the ledger. API calls are no part of them: budgets bound sandboxes only. */
export class LedgerUsageReader implements UsageReader {
  readonly #ledger: Pick<UsageLedger, 'intervals'>;
  readonly #tables: readonly PriceTable[];

  constructor(ledger: Pick<UsageLedger, 'intervals'>, tables: readonly PriceTable[]) {
    this.#ledger = ledger;
    this.#tables = tables;
  }

  async monthToDate(ownerId: string, month: string, now: Date): Promise<MonthToDate> {
    const span = spanOfMonth(month);
    const rows = await this.#ledger.intervals(ownerId, span, now, Number.POSITIVE_INFINITY);
    const used = (some: readonly UsageRow[]): UsedSoFar => {
      const amounts = slicesOfAll(some, span, this.#tables)
        .map((slice) => slice.amounts)
        .reduce(sumOf, nothingUsed);
      return { microUsd: microUsdOf(amounts), sandboxSeconds: Number(amounts.runningMs) / 1000 };
    };
    const byKey = Map.groupBy(rows, ({ api_key_id: keyId }) => keyId);
    const named = [...byKey].flatMap(([keyId, some]) => (keyId === null ? [] : [[keyId, used(some)] as const]));
    return { ...used(rows), byKey: new Map(named) };
  }
}

function spanOfMonth(month: string) {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return { from: from.toISOString(), to: to.toISOString() };
}
