import { addDays, dayOf, daysFrom, monthBegin } from '../../../../shared/presentation/time.ts';
import type { Measure } from './measures.ts';
import type { MonthSoFar } from './projection.ts';
import type { Stack } from './stack.ts';

/** A day of the plot: amounts by the names of their bands, in the unit of the measure. */
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

/** The days of this month added up, and a straight line from today's to the projection for its last day. */
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
