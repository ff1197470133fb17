import { addDays, dayOf, monthBegin } from '../../../../shared/presentation/time.ts';
import type { UsageAmounts, UsageGroup } from '../../api/shapes.ts';

/** What a month comes to if it goes on as the last days did. */
interface Projection {
  /** How many whole days the mean is of: seven, or fewer since the first use. */
  readonly days: number;
  /** The mean of these days. */
  readonly perDay: number;
  /** What is left of the month, in days and parts of them. */
  readonly daysLeft: number;
  readonly atEnd: number;
}

export interface MonthSoFar {
  readonly used: number;
  /** Undefined before there was a whole day of use to go by. */
  readonly projection: Projection | undefined;
}

/** Amounts by the days of a report that is grouped by day. */
export function amountsByDay(
  items: readonly UsageGroup[],
  of: (amounts: UsageAmounts) => number,
): ReadonlyMap<string, number> {
  return new Map(items.map((item) => [item.group ?? '', of(item)]));
}

/** How many days the mean is of. */
const WINDOW = 7;

const DAY_MS = 86_400_000;

/**
 * The month of `asOf` (UTC), from amounts by day. The days before the month count for the mean; those before the first
 * use do not.
 */
export function monthSoFar(byDay: ReadonlyMap<string, number>, asOf: Date): MonthSoFar {
  const today = dayOf(asOf);
  const begin = monthBegin(today);
  const used = sumOf(byDay, begin, today);
  const firstUse = [...byDay].filter(([, amount]) => amount > 0).reduce((first, [day]) => min(first, day), today);
  const windowBegin = addDays(today, -WINDOW);
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
