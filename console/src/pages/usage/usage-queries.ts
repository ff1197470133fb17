import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { addDays, monthBegin } from '../../../../shared/presentation/time.ts';
import { LIVE } from '../../live/intervals.ts';
import type { Grouping } from './choices.ts';
import { readReport } from './read-report.ts';
import { askedFor, type Span } from './span.ts';

type Api = ServiceClient['api'];
type Query = NonNullable<paths['/api/v1/usage']['get']['parameters']['query']>;

/** What was used on each day of a span, split. Days that are over are not asked for again by themselves. */
export function splitQuery(api: Api, span: Span, by: Grouping, today: string) {
  return queryOptions({
    ...byDay(api, { ...askedFor(span, today), split_by: by }),
    refetchInterval: span.last === today ? LIVE.slow : false,
  });
}

/** For how many days before today there is a mean to be found in. */
const BEFORE = 30;

/** What was used on each day of this month, and of the days before it by which it is projected. */
export function monthQuery(api: Api, today: string) {
  const [month, before] = [monthBegin(today), addDays(today, -BEFORE)];
  return queryOptions({
    ...byDay(api, { from: before < month ? before : month }),
    refetchInterval: LIVE.slow,
  });
}

function byDay(api: Api, what: Query) {
  const query: Query = { ...what, group_by: 'day', format: 'json', limit: 1000 };
  return queryOptions({
    queryKey: ['usage', query],
    queryFn: ({ signal }) =>
      readReport(async (page) => {
        const report = await answerOf(api.GET('/api/v1/usage', { params: { query: { ...query, ...page } }, signal }));
        if (typeof report === 'string') throw new Error('The report has come as a text, not as JSON.');
        return report;
      }),
  });
}
