import type { ConversationSearch } from '../queries.ts';

/** The filters in the URL. Days are in the reader's time zone; `subs`: with sub-conversations. */
export type ListSearch = Partial<
  Readonly<Record<'title' | 'from' | 'until' | 'changed_from' | 'changed_until' | 'sandbox' | 'subs', string>>
>;

/** The filters as the service expects them. An invalid day is left out. */
export function searchOf(filters: ListSearch): ConversationSearch {
  const search = {
    title__contains: filters.title,
    created_at__gte: startOf(filters.from, 0),
    created_at__lt: startOf(filters.until, 1),
    updated_at__gte: startOf(filters.changed_from, 0),
    updated_at__lt: startOf(filters.changed_until, 1),
    sandbox_id__eq: filters.sandbox,
    include_sub_conversations: filters.subs === undefined ? undefined : true,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The start of a day in the reader's time zone, plus a number of days. */
function startOf(day: string | undefined, later: number): string | undefined {
  const parts = day?.split('-').map(Number) ?? [];
  const [year, month, date] = parts;
  if (year === undefined || month === undefined || date === undefined || parts.some(Number.isNaN)) return undefined;
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
