import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { dayOf } from '../../../../shared/presentation/time.ts';
import { useNow } from '../../live/now.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { limitsQuery } from '../limits/limits-query.ts';
import { chosen, groupings, ranges, type UsageSearch, views } from './choices.ts';
import { measures } from './measures.ts';
import { MonthSummary } from './month-summary.tsx';
import { amountsByDay, monthSoFar } from './projection.ts';
import type { WholeReport } from './read-report.ts';
import { spanOf } from './span.ts';
import { UsageControls } from './usage-controls.tsx';
import { monthQuery } from './usage-queries.ts';
import { UsageReport } from './usage-report.tsx';

const route = getRouteApi('/usage');

/** What was used and what it costs, by day. */
export function UsagePage() {
  const api = useApi();
  const today = dayOf(useNow());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const of = chosen(measures, search.of, 'cost');
  const by = chosen(groupings, search.by, 'spec');
  const range = chosen(ranges, search.range, 'month');
  const view = chosen(views, search.view, 'daily');
  const measure = measures[of];
  const month = useQuery(monthQuery(api, today));
  const limits = useQuery(limitsQuery(api));
  const span = spanOf(range, search, today);
  const soFar = (report: WholeReport) => monthSoFar(amountsByDay(report.items, measure.of), new Date(report.asOf));
  const change = (changes: UsageSearch) =>
    navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title="Usage">
        What this owner's sandboxes, workspaces and API calls used per UTC day, at AWS list prices.
      </PageHeader>
      <QueryStates query={month}>
        {(report) => (
          <MonthSummary budgets={limits.data?.budgets} measure={measure} month={soFar(report)} today={today} />
        )}
      </QueryStates>
      {limits.error && !month.error && <ErrorNotice error={limits.error} onRetry={limits.refetch} />}
      <Card isFlush>
        <UsageControls
          by={by}
          of={of}
          onChange={change}
          own={search}
          problem={'problem' in span ? span.problem : undefined}
          range={range}
          span={'problem' in span ? undefined : span}
          today={today}
          view={view}
        />
        {'problem' in span ? null : (
          <UsageReport
            budgets={limits.data?.budgets}
            by={by}
            month={month.data && { asOf: month.data.asOf, ...soFar(month.data) }}
            of={of}
            range={range}
            span={span}
            today={today}
            view={view}
          />
        )}
      </Card>
    </>
  );
}

function withoutEmpty(search: UsageSearch): UsageSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}
