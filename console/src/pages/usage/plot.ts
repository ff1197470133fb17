import { addDays, dayOf, daysFrom, monthBegin } from '../../../../shared/presentation/time.ts';
import type { UsageAmounts, UsageGroup } from '../../api/shapes.ts';
import type { Measure } from './measures.ts';

/** One band of the stack. */
export interface Series {
  /** Unique within the stack. */
  readonly name: string;
  /** Of the spec, key, sandbox or conversation; null for usage that belongs to none. */
  readonly id: string | null;
  /** How many groups it adds up: more than one for "Other". */
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

/** How many bands readers can distinguish. */
export const MOST_SERIES = 8;

/**
 * Days split by group, the largest band first; beyond `most`, the smallest form one last band. Groups without usage
 * have no band.
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

/** The projection of a month from its last days. */
interface Projection {
  /** How many whole days the mean covers: seven, or fewer since the first use. */
  readonly days: number;
  /** The mean of these days. */
  readonly perDay: number;
  /** The rest of the month, in days and fractions of them. */
  readonly daysLeft: number;
  readonly atEnd: number;
}

export interface MonthSoFar {
  readonly used: number;
  /** Undefined before there was a whole day of use. */
  readonly projection: Projection | undefined;
}

/** Amounts by day, of a report that is grouped by day. */
export function amountsByDay(
  items: readonly UsageGroup[],
  of: (amounts: UsageAmounts) => number,
): ReadonlyMap<string, number> {
  return new Map(items.map((item) => [item.group ?? '', of(item)]));
}

const MEAN_DAYS = 7;

const DAY_MS = 86_400_000;

/**
 * The month of `asOf` (UTC), from amounts by day. Days before the month count for the mean; days before the first use
 * do not.
 */
export function monthSoFar(byDay: ReadonlyMap<string, number>, asOf: Date): MonthSoFar {
  const today = dayOf(asOf);
  const begin = monthBegin(today);
  const used = sumOf(byDay, begin, today);
  const firstUse = [...byDay].filter(([, amount]) => amount > 0).reduce((first, [day]) => min(first, day), today);
  const windowBegin = addDays(today, -MEAN_DAYS);
  const since = firstUse > windowBegin ? firstUse : windowBegin;
  const days = (Date.parse(today) - Date.parse(since)) / DAY_MS;
  if (days === 0) return { used, projection: undefined };
  const perDay = sumOf(byDay, since, addDays(today, -1)) / days;
  const daysLeft = (Date.parse(monthBegin(today, 1)) - asOf.getTime()) / DAY_MS;
  return { used, projection: { days, perDay, daysLeft, atEnd: used + perDay * daysLeft } };
}

function min(one: string, other: string): string {
  return one < other ? one : other;
}

function sumOf(byDay: ReadonlyMap<string, number>, first: string, last: string): number {
  let all = 0;
  for (const [day, amount] of byDay) if (day >= first && day <= last) all += amount;
  return all;
}

/** A day of the plot: amounts by band name, in the unit of the metric. */
export interface PlotDay {
  readonly day: string;
  readonly total?: number;
  readonly projected?: number;
  readonly bands: Readonly<Record<string, number>>;
}

export function plotOf({ rows, series }: Stack, { scale }: Measure): readonly PlotDay[] {
  return rows.map(({ day, values, total }) => ({
    day,
    total: total / scale,
    bands: Object.fromEntries(series.map(({ name }, at) => [name, (values[at] ?? 0) / scale])),
  }));
}

/** The cumulative days of this month, and a straight line from today to the projection for its last day. */
export function withProjection(
  days: readonly PlotDay[],
  { used, projection }: MonthSoFar,
  { scale }: Measure,
  asOf: string,
): readonly PlotDay[] {
  if (projection === undefined) return days;
  const today = dayOf(new Date(asOf));
  const last = addDays(monthBegin(today, 1), -1);
  const future = today === last ? [] : daysFrom(addDays(today, 1), last);
  const atEndOfToday = projection.atEnd - projection.perDay * future.length;
  const begin = days.map((one) => (one.day === today ? { ...one, projected: used / scale } : one));
  const rest = future.map((day, away) => ({
    day,
    projected: (atEndOfToday + projection.perDay * (away + 1)) / scale,
    bands: {},
  }));
  return [...begin, ...rest];
}
