import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { addDays, countDays, isDay, monthBegin } from '../../../../shared/presentation/time.ts';
import type { UsageReport } from '../../api/shapes.ts';
import { live } from '../../live/polls.ts';
import type { Grouping, Range } from './choices.ts';

type Api = ServiceClient['api'];
type Query = NonNullable<paths['/api/v1/usage']['get']['parameters']['query']>;

/** How often a report is refreshed at most, in milliseconds: the service adds up many rows for it. */
const REPORTED_EVERY = 60_000;

/** The usage on each day of a span, split by group. Only a span that includes today is refreshed. */
export function splitQuery(api: Api, span: Span, by: Grouping, today: string) {
  return queryOptions({
    ...byDay(api, { ...askedFor(span, today), split_by: by }),
    refetchInterval: span.last === today ? live({ atLeast: REPORTED_EVERY }) : false,
  });
}

/** How many days before today the mean can use. */
const BEFORE = 30;

/** The usage on each day of this month, and of the days before it that the projection needs. */
export function monthQuery(api: Api, today: string) {
  const [month, before] = [monthBegin(today), addDays(today, -BEFORE)];
  return queryOptions({
    ...byDay(api, { from: before < month ? before : month }),
    refetchInterval: live({ atLeast: REPORTED_EVERY }),
  });
}

function byDay(api: Api, what: Query) {
  const query: Query = { ...what, group_by: 'day', format: 'json', limit: 1000 };
  return queryOptions({
    queryKey: ['usage', query],
    queryFn: ({ signal }) =>
      readReport(async (page) => {
        const report = await answerOf(api.GET('/api/v1/usage', { params: { query: { ...query, ...page } }, signal }));
        if (typeof report === 'string') throw new Error('The usage report is text instead of JSON.');
        return report;
      }),
  });
}

export interface WholeReport {
  readonly asOf: string;
  readonly items: UsageReport['items'];
  readonly priceList: UsageReport['price_list'];
  /** False if pages were left out. */
  readonly isWhole: boolean;
}

/** The service adds up 10,000 rows at most, 1,000 a page; a report with more is cut off. */
export const MOST_PAGES = 10;

/** Reads all pages of a report. */
export async function readReport(
  pageOf: (page: { readonly page_id?: string }) => Promise<UsageReport>,
): Promise<WholeReport> {
  let report = await pageOf({});
  const items = [...report.items];
  for (let pages = 1; report.next_page_id !== null && pages < MOST_PAGES; pages += 1) {
    report = await pageOf({ page_id: report.next_page_id });
    items.push(...report.items);
  }
  const { as_of: asOf, price_list: priceList, next_page_id: next } = report;
  return { asOf, items, priceList, isWhole: next === null };
}

/** Days in UTC, both inclusive. */
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

/** The days of a range, none later than today; or the problem with a custom range. */
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

/** The span as the service expects it: a moment and an exclusive end. A span that includes today has no end. */
export function askedFor({ first, last }: Span, today: string): { from: string; to?: string } {
  return last === today ? { from: first } : { from: first, to: addDays(last, 1) };
}
