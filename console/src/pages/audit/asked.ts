import { addDays, isDay } from '../../../../shared/presentation/time.ts';

/** Filters as the service takes them: it excludes `to`, and the page includes that day. */
export function asked<Filters extends { readonly to?: string }>(filters: Filters): Filters {
  // What is no day is left as it is: the service says what is wrong with it.
  return filters.to !== undefined && isDay(filters.to) ? { ...filters, to: addDays(filters.to, 1) } : filters;
}
