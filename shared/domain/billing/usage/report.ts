import type * as z from 'zod';
import type { UsageGrouping } from '../../../contract/billing/billing.ts';
import { isOfMember } from '../../../contract/shapes/lineages.ts';
import {
  type Amounts,
  amountsOfCalls,
  MICRO,
  microUsdOf,
  nothingUsed,
  roundedTogether,
  sharesOf,
  shownTogether,
  sumOf,
} from './amounts.ts';
import { type PriceTable, tableAt } from './prices.ts';
import { type Span, slicesOf } from './slices.ts';
import { ledgerLimits, TooMuchUsageError } from './usage-ledger.ts';
import { modelOf, type UsageRow } from './usage-row.ts';

/** A key's calls in an hour (UTC, as `2026-11-21T20`). */
export interface CallsOfKey {
  readonly keyId: string;
  readonly hour: string;
  readonly calls: number;
  readonly legacyCalls: number;
}

export interface ReportRequest extends GroupedBy {
  readonly span: Span;
  readonly tables: readonly PriceTable[];
}

interface Line extends Cell {
  readonly amounts: Amounts;
  readonly microUsd: number;
}

/** Usage by group, or by split of each group. Null is the name of usage that belongs to no group. */
export interface Report {
  readonly groups: readonly Line[];
  readonly totals: Amounts;
}

const tooManyGroups = `The report has more than ${ledgerLimits.groups} groups. Request a shorter span.`;
const tooManySplits = `The report has more than ${ledgerLimits.groups} splits. Request a shorter span, or omit split_by.`;

/**
 * Sums up the usage in a span. Groups add up exactly to the totals, and displayed splits to their displayed group.
 *
 * @throws TooMuchUsageError when there are more groups or splits than one report can contain
 */
export function reportOf(rows: readonly UsageRow[], calls: readonly CallsOfKey[], request: ReportRequest): Report {
  const { span, splitBy, tables } = request;
  const cells = new Cells(splitBy === undefined ? tooManyGroups : tooManySplits);
  for (const row of rows) {
    for (const { day, amounts } of slicesOf(row, span, tables)) {
      const shared = cellsOf(row, day, request);
      const shares = sharesOf(amounts, shared.length);
      for (const [index, cell] of shared.entries()) cells.add(cell, shares[index] ?? nothingUsed);
    }
  }
  for (const hour of calls.filter((one) => isIn(span, one)))
    cells.add(cellOfCalls(hour, request), pricedCalls(hour, tables));
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

type Splits = ByName<Amounts>;

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

/** Calls are counted by hour. An hour belongs to the span in which it begins. */
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

export type Grouping = z.infer<typeof UsageGrouping>;

/** A member who reads a report. They do not see who else used what. */
interface ReadingMember {
  readonly personId: string;
  readonly keyId: string;
}

export interface GroupedBy {
  /** Undefined for those who see everything. */
  readonly reader?: ReadingMember | undefined;
  readonly groupBy: Grouping;
  /** How each group is split further. */
  readonly splitBy?: Grouping | undefined;
}

/** A group and a split of it. Null: usage that belongs to no group, or a report without splits. */
export interface Cell {
  readonly group: string | null;
  readonly split: string | null;
}

/** The cells that share a part of an interval; at least one. */
function cellsOf(row: UsageRow, day: string, { groupBy, splitBy, reader }: GroupedBy): readonly Cell[] {
  const member = row.lineages.find((id) => isOfMember({ id }));
  const isOfOther = reader !== undefined && member !== undefined && member !== reader.personId;
  const groupsBy = (grouping: Grouping) =>
    isOfOther && revealing.includes(grouping) ? [null] : groupsOf(row, day, grouping);
  const splits = splitBy === undefined ? [null] : groupsBy(splitBy);
  return groupsBy(groupBy).flatMap((group) => splits.map((split) => ({ group, split })));
}

/** Groupings that name who used something, or something that can be private. */
const revealing: readonly Grouping[] = ['sandbox', 'conversation', 'key', 'member'];

function groupsOf(row: UsageRow, day: string, groupBy: Grouping): readonly (string | null)[] {
  switch (groupBy) {
    case 'day':
      return [day];
    case 'sandbox':
      return [row.sandbox_id];
    case 'conversation':
      return row.conversation_ids.length === 0 ? [null] : row.conversation_ids;
    case 'key':
      return [row.api_key_id];
    case 'member':
      return [row.lineages.find((id) => isOfMember({ id })) ?? null];
    case 'spec':
      return [row.spec_id];
    case 'model':
      return [row.kind === 'models' ? modelOf(row) : null];
  }
}

function cellOfCalls(calls: CallsOfKey, { groupBy, splitBy, reader }: GroupedBy): Cell {
  const groupOf = (grouping: Grouping) => groupOfCalls(calls, grouping, reader);
  return { group: groupOf(groupBy), split: splitBy === undefined ? null : groupOf(splitBy) };
}

function groupOfCalls({ keyId, hour }: CallsOfKey, groupBy: Grouping, reader?: ReadingMember): string | null {
  if (groupBy === 'day') return hour.slice(0, 10);
  return groupBy === 'key' && (reader === undefined || reader.keyId === keyId) ? keyId : null;
}

type ByName<T> = readonly (readonly [name: string | null, value: T])[];

/** Sums by group and split, at most as many as one report can contain. */
class Cells {
  readonly #groups = new Map<string | null, Map<string | null, Amounts>>();
  readonly #tooMany: string;
  #count = 0;

  /** @param tooMany the error message when there are more */
  constructor(tooMany: string) {
    this.#tooMany = tooMany;
  }

  /** @throws TooMuchUsageError */
  add({ group, split }: Cell, amounts: Amounts): void {
    const splits = this.#groups.get(group) ?? new Map<string | null, Amounts>();
    const sum = splits.get(split);
    if (sum === undefined) this.#count += 1;
    if (this.#count > ledgerLimits.groups) throw new TooMuchUsageError(this.#tooMany);
    splits.set(split, sum ? sumOf(sum, amounts) : amounts);
    this.#groups.set(group, splits);
  }

  /** By name, with null last. */
  sorted(): ByName<ByName<Amounts>> {
    return byName(this.#groups).map(([group, splits]) => [group, byName(splits)]);
  }
}

function byName<T>(values: ReadonlyMap<string | null, T>): ByName<T> {
  return [...values].toSorted(([a], [b]) => order(a, b));
}

function order(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
