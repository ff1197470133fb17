import { microUsdOf, nothingUsed, sumOf } from './amounts.ts';
import type { PriceTable } from './price-table.ts';
import { type Span, slicesOf } from './slices.ts';
import type { MonthToDate, UsedSoFar } from './usage-reader.ts';
import type { UsageRow } from './usage-row.ts';

/** What was used: `cost` as in `Amounts`. */
export interface UsedSum {
  readonly cost: bigint;
  readonly runningMs: bigint;
}

/**
 * Exact sums by lineage, and under null the sum of all usage: an interval is in the sum of each lineage that bounded
 * its key. Sums of parts of the ledger may be added.
 */
export type MonthSums = ReadonlyMap<string | null, UsedSum>;

export const noSums: MonthSums = new Map();

/** The sums with some more intervals, as far as they lie in the span. */
export function sumsWith(
  sums: MonthSums,
  rows: readonly UsageRow[],
  span: Span,
  tables: readonly PriceTable[],
): MonthSums {
  const next = new Map(sums);
  for (const row of rows) {
    const slices = slicesOf(row, span, tables);
    if (slices.length === 0) continue;
    const { cost, runningMs } = slices.map(({ amounts }) => amounts).reduce(sumOf, nothingUsed);
    for (const place of [null, ...row.lineages]) next.set(place, added(next.get(place), { cost, runningMs }));
  }
  return next;
}

/** The sums as readers get them; each figure is rounded once. */
export function monthOfSums(sums: MonthSums): MonthToDate {
  const byLineage = [...sums].flatMap(([id, sum]) => (id === null ? [] : [[id, used(sum)] as const]));
  return { ...used(sums.get(null)), byLineage: new Map(byLineage) };
}

function added(one: UsedSum | undefined, other: UsedSum): UsedSum {
  return { cost: (one?.cost ?? 0n) + other.cost, runningMs: (one?.runningMs ?? 0n) + other.runningMs };
}

function used({ cost, runningMs }: UsedSum = { cost: 0n, runningMs: 0n }): UsedSoFar {
  return { microUsd: microUsdOf({ cost }), sandboxSeconds: Number(runningMs) / 1000 };
}
