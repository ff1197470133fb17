import { addDays, countDays, isDay, monthBegin } from '../../../../shared/presentation/time.ts';
import type { Range } from './choices.ts';

/** Days in UTC, both counted. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/** How many days the service reports at once. */
const MOST_DAYS = 92;

interface OwnDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days of a range, none of them later than today; or what is wrong with those that were asked for. */
export function spanOf(range: Range, { from = '', to = '' }: OwnDays, today: string): Span | { problem: string } {
  switch (range) {
    case 'month':
      return { first: monthBegin(today), last: today };
    case 'last_month':
      return { first: monthBegin(today, -1), last: addDays(monthBegin(today), -1) };
    case '7d':
      return { first: addDays(today, -6), last: today };
    case '30d':
      return { first: addDays(today, -29), last: today };
    case 'own':
      return ownSpan(from, to, today);
  }
}

function ownSpan(from: string, to: string, today: string): Span | { problem: string } {
  if (!isDay(from) || !isDay(to)) return { problem: 'Enter a first and a last day.' };
  if (from > to) return { problem: 'The last day is before the first.' };
  if (from > today) return { problem: 'The first day is in the future.' };
  const last = to > today ? today : to;
  return countDays(from, last) > MOST_DAYS ? { problem: `Choose ${MOST_DAYS} days or fewer.` } : { first: from, last };
}

/** The same for a request, which names a moment and excludes it. What includes today goes on until now. */
export function askedFor({ first, last }: Span, today: string): { from: string; to?: string } {
  return last === today ? { from: first } : { from: first, to: addDays(last, 1) };
}
