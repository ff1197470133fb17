import { type Amounts, amountsOfCalls, MICRO, microUsdOf, nothingUsed, sharesOf, sumOf } from './amounts.ts';
import { Cells } from './cells.ts';
import { ledgerLimits } from './limits.ts';
import { type GroupedBy, type Place, placeOfCalls, placesOf } from './places.ts';
import type { PriceTable } from './price-table.ts';
import { tableAt } from './prices.ts';
import { roundedTogether } from './rounding.ts';
import { type Span, slicesOf } from './slices.ts';
import type { UsageRow } from './usage-row.ts';
import { shownTogether } from './usage-view.ts';

/** A key's calls in an hour (UTC, as `2026-11-21T20`). */
export interface CallsOfKey {
  readonly keyId: string;
  readonly hour: string;
  readonly calls: number;
  readonly legacyCalls: number;
}

/** What a report is of. */
export interface ReportRequest extends GroupedBy {
  readonly span: Span;
  readonly tables: readonly PriceTable[];
}

interface Line extends Place {
  readonly amounts: Amounts;
  readonly microUsd: number;
}

/** Usage by group, or by split of each group. The name null contains usage that belongs to no other. */
export interface Report {
  readonly groups: readonly Line[];
  readonly totals: Amounts;
}

const tooManyGroups = `there are more than ${ledgerLimits.groups} groups: ask for a shorter span`;
const tooManySplits = `the groups have more than ${ledgerLimits.groups} splits: ask for a shorter span, or no split_by`;

/**
 * Sums up the usage in a span. The groups add up exactly to the totals, and what is shown of splits to what is shown
 * of their group.
 *
 * @throws TooMuchUsageError when there are more groups, or splits of them all, than one report may contain.
 */
export function reportOf(rows: readonly UsageRow[], calls: readonly CallsOfKey[], request: ReportRequest): Report {
  const { span, splitBy, tables } = request;
  const cells = new Cells(splitBy === undefined ? tooManyGroups : tooManySplits);
  for (const row of rows) {
    for (const { day, amounts } of slicesOf(row, span, tables)) {
      const places = placesOf(row, day, request);
      const shares = sharesOf(amounts, places.length);
      for (const [index, place] of places.entries()) cells.add(place, shares[index] ?? nothingUsed);
    }
  }
  for (const hour of calls.filter((one) => isIn(span, one)))
    cells.add(placeOfCalls(hour, request), pricedCalls(hour, tables));
  const groups = cells.sorted().map(([group, splits]) => ({ group, splits, amounts: sumOfAll(splits) }));
  const totals = groups.map(({ amounts }) => amounts).reduce(sumOf, nothingUsed);
  const costs = roundedTogether(
    groups.map(({ amounts: { cost } }) => cost),
    MICRO,
    BigInt(microUsdOf(totals)),
  );
  return {
    groups: groups.flatMap(({ group, splits, amounts }, index) => {
      const microUsd = costs[index] ?? 0n;
      return splitBy === undefined
        ? [{ group, split: null, amounts, microUsd: Number(microUsd) }]
        : linesOf(group, splits, microUsd);
    }),
    totals,
  };
}

type Splits = readonly (readonly [split: string | null, amounts: Amounts])[];

function sumOfAll(splits: Splits): Amounts {
  return splits.map(([, amounts]) => amounts).reduce(sumOf);
}

function linesOf(group: string | null, splits: Splits, microUsd: bigint): Line[] {
  const amounts = shownTogether(splits.map(([, one]) => one));
  const costs = roundedTogether(
    splits.map(([, { cost }]) => cost),
    MICRO,
    microUsd,
  );
  return splits.map(([split], index) => {
    return { group, split, amounts: amounts[index] ?? nothingUsed, microUsd: Number(costs[index] ?? 0n) };
  });
}

/** Calls are kept by the hour: an hour belongs to the span in which it begins. */
function isIn(span: Span, { hour }: CallsOfKey): boolean {
  const start = startOf(hour);
  return start >= span.from && start < span.to;
}

function pricedCalls({ hour, calls, legacyCalls }: CallsOfKey, tables: readonly PriceTable[]): Amounts {
  return amountsOfCalls(calls, legacyCalls, tableAt(tables, startOf(hour)).prices);
}

function startOf(hour: string): string {
  return `${hour}:00:00.000Z`;
}
