import type * as z from 'zod';
import type { UsageGrouping } from '../../../contract/billing.ts';
import { type Amounts, amountsOfCalls, MICRO, microUsdOf, nothingUsed, sharesOf, sumOf } from './amounts.ts';
import type { PriceTable } from './price-table.ts';
import { tableAt } from './prices.ts';
import { type Span, slicesOf } from './slices.ts';
import type { UsageRow } from './usage-row.ts';

export type Grouping = z.infer<typeof UsageGrouping>;

/** A key's calls in an hour (UTC, as `2026-11-21T20`). */
export interface CallsOfKey {
  readonly keyId: string;
  readonly hour: string;
  readonly calls: number;
  readonly legacyCalls: number;
}

/** Usage by group. The group null contains usage that belongs to no other. */
export interface Report {
  readonly groups: readonly { readonly group: string | null; readonly amounts: Amounts; readonly microUsd: number }[];
  readonly totals: Amounts;
}

/** Sums up the usage in a span. The groups add up exactly to the totals. */
export function reportOf(
  rows: readonly UsageRow[],
  calls: readonly CallsOfKey[],
  { span, groupBy, tables }: { span: Span; groupBy: Grouping; tables: readonly PriceTable[] },
): Report {
  const groups = new Map<string | null, Amounts>();
  const add = (group: string | null, amounts: Amounts) =>
    groups.set(group, sumOf(groups.get(group) ?? nothingUsed, amounts));
  for (const row of rows) {
    const names = groupsOf(row, groupBy);
    for (const slice of slicesOf(row, span, tables)) {
      const own = groupBy === 'day' ? [slice.day] : names;
      for (const [index, share] of sharesOf(slice.amounts, own.length).entries()) add(own[index] ?? null, share);
    }
  }
  for (const hour of calls.filter((one) => isIn(span, one)))
    add(groupOfCalls(hour, groupBy), pricedCalls(hour, tables));
  const totals = [...groups.values()].reduce(sumOf, nothingUsed);
  const sorted = [...groups].toSorted(([a], [b]) => order(a, b));
  const costs = roundedTogether(
    sorted.map(([, { cost }]) => cost),
    BigInt(microUsdOf(totals)),
  );
  return {
    groups: sorted.map(([group, amounts], index) => ({ group, amounts, microUsd: costs[index] ?? 0 })),
    totals,
  };
}

/** The groups that share an interval; one at least. */
function groupsOf(row: UsageRow, groupBy: Grouping): readonly (string | null)[] {
  switch (groupBy) {
    case 'day':
      return [null];
    case 'sandbox':
      return [row.sandbox_id];
    case 'conversation':
      return row.conversation_ids.length === 0 ? [null] : row.conversation_ids;
    case 'key':
      return [row.api_key_id];
    case 'spec':
      return [row.spec_id];
  }
}

function groupOfCalls({ keyId, hour }: CallsOfKey, groupBy: Grouping): string | null {
  if (groupBy === 'day') return hour.slice(0, 10);
  return groupBy === 'key' ? keyId : null;
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

/** By name; the null group comes last. */
function order(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** Rounded costs that add up to the rounded sum: the remainder goes to those that rounding reduced most. */
function roundedTogether(costs: readonly bigint[], sum: bigint): number[] {
  const whole = costs.map((cost) => cost / MICRO);
  const missing = Number(sum - whole.reduce((one, other) => one + other, 0n));
  const byLoss = costs
    .map((cost, index) => ({ index, loss: cost % MICRO }))
    .toSorted((a, b) => compare(b.loss, a.loss));
  const raised = new Set(byLoss.slice(0, missing).map(({ index }) => index));
  return whole.map((micro, index) => Number(micro) + (raised.has(index) ? 1 : 0));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
