import { timestamp } from '../../../platform/clock.ts';
import type { PriceTable } from '../usage/prices.ts';
import { monthOfSums, noSums, sumsWith } from '../usage/settled-sums.ts';
import { ledgerLimits, type MonthToDate, type UsageLedger } from '../usage/usage-ledger.ts';

/** Before the first entry of every ledger. */
const BEGIN = '2020-01-01T00:00:00.000Z';

export interface LifetimeDeps {
  readonly ledger: Pick<UsageLedger, 'open' | 'ended'>;
  readonly tables: readonly PriceTable[];
}

/** All usage until now. With too many entries for one request, that of the oldest. */
export async function lifetimeUsage(
  ownerId: string,
  now: Date,
  { ledger, tables }: LifetimeDeps,
  most: number = ledgerLimits.rows,
): Promise<{ readonly used: MonthToDate; readonly isComplete: boolean }> {
  const span = { from: BEGIN, to: timestamp(now) };
  // Read first: an interval that ends in between is then in both.
  const open = new Map((await ledger.open(ownerId, now)).map((row) => [row.usage_key, row]));
  let [sums, read, isComplete] = [noSums, 0, true];
  for await (const page of ledger.ended(ownerId, span.from, span.to)) {
    for (const { usage_key: key } of page) open.delete(key);
    sums = sumsWith(sums, page, span, tables);
    read += page.length;
    if (read > most) {
      isComplete = false;
      break;
    }
  }
  return { used: monthOfSums(sumsWith(sums, [...open.values()], span, tables)), isComplete };
}
