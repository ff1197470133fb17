import type { UsageGroup } from '../../api/shapes.ts';

/** One band of the stack. */
export interface Series {
  /** Unique within the stack. */
  readonly name: string;
  /** Of the spec, key, sandbox or conversation; null for what belongs to none. */
  readonly id: string | null;
  /** How many groups it adds up: more than one in the band of the others. */
  readonly groups: number;
  readonly total: number;
}

export interface StackRow {
  readonly day: string;
  /** In the order of the series. */
  readonly values: readonly number[];
  readonly total: number;
}

export interface Stack {
  readonly series: readonly Series[];
  readonly rows: readonly StackRow[];
  readonly total: number;
}

/** How many bands can be told apart. */
export const MOST_SERIES = 8;

/**
 * Days split by a second thing, the largest band first; of more than `most`, the smallest are one band at the end.
 * What was not used on any of the days is no band.
 */
export function stackOf(
  items: readonly UsageGroup[],
  days: readonly string[],
  of: (item: UsageGroup) => number,
  most = MOST_SERIES,
): Stack {
  const totals = new Map<string | null, number>();
  for (const item of items) {
    const id = item.split ?? null;
    totals.set(id, (totals.get(id) ?? 0) + of(item));
  }
  const ranked = [...totals].filter(([, total]) => total > 0).sort(([, one], [, other]) => other - one);
  const isMany = ranked.length > most;
  const series = bandsOf(ranked, isMany ? most - 1 : most);
  const band = new Map(ranked.map(([id], rank) => [id, Math.min(rank, series.length - 1)]));
  const values = new Map(days.map((day) => [day, series.map(() => 0)]));
  for (const item of items) {
    const row = values.get(item.group ?? '');
    const at = band.get(item.split ?? null);
    if (row !== undefined && at !== undefined) row[at] = (row[at] ?? 0) + of(item);
  }
  const rows = [...values].map(([day, row]) => ({ day, values: row, total: sum(row) }));
  return { series, rows, total: sum(rows.map(({ total }) => total)) };
}

function bandsOf(ranked: readonly (readonly [string | null, number])[], own: number): readonly Series[] {
  const largest = ranked.slice(0, own).map(([id, total], rank) => ({ name: `series-${rank}`, id, groups: 1, total }));
  const others = ranked.slice(own);
  if (others.length === 0) return largest;
  const total = sum(others.map(([, amount]) => amount));
  return [...largest, { name: 'others', id: null, groups: others.length, total }];
}

/** The same with each day added to those before it. */
export function cumulated(stack: Stack): Stack {
  const sums = stack.series.map(() => 0);
  const rows = stack.rows.map(({ day, values }) => {
    values.forEach((value, at) => {
      sums[at] = (sums[at] ?? 0) + value;
    });
    return { day, values: [...sums], total: sum(sums) };
  });
  return { ...stack, rows };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
