import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { daysFrom } from '../../../../shared/presentation/time.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Grouping, Range, View } from './choices.ts';
import { type Measure, type MeasureName, measures } from './measures.ts';
import { cumulated, type MonthSoFar, plotOf, stackOf, withProjection } from './plot.ts';
import { tableRows } from './table-rows.ts';
import { useTitles } from './titles.ts';
import { UsagePlot } from './usage-plot.tsx';
import { MOST_PAGES, type Span, splitQuery, type WholeReport } from './usage-queries.ts';
import { UsageTable } from './usage-table.tsx';

interface Props {
  readonly of: MeasureName;
  readonly by: Grouping;
  readonly range: Range;
  readonly view: View;
  readonly span: Span;
  readonly today: string;
  readonly month: (MonthSoFar & { readonly asOf: string }) | undefined;
  readonly budgets: CurrentLimits['budgets'] | undefined;
}

export function UsageReport(props: Props) {
  const { span, by, today } = props;
  const report = useQuery(splitQuery(useApi(), span, by, today));
  return <QueryStates query={report}>{(data) => <Shown report={data} {...props} />}</QueryStates>;
}

function Shown({ report, of, by, range, view, span, today, month, budgets }: Props & { readonly report: WholeReport }) {
  const measure: Measure = measures[of];
  const { first, last } = span;
  const { stack, rows } = useMemo(() => {
    const daily = stackOf(report.items, daysFrom(first, last), measures[of].of);
    const shown = view === 'cumulative' ? cumulated(daily) : daily;
    return { stack: shown, rows: tableRows(daily, shown) };
  }, [report.items, first, last, of, view]);
  const titleOf = useTitles(by, stack.series);
  if (stack.total === 0) return <NothingToPlot label={measure.label} />;
  const isWholeMonth = view === 'cumulative' && range === 'month';
  const days = plotOf(stack, measure);
  const limit = measure.budget && budgets?.owner[measure.budget].limit;
  return (
    <>
      {!report.isWhole && (
        <div className="p-4 pb-0">
          <Notice title="Incomplete report" tone="warn">
            The report is longer than {MOST_PAGES} pages. Choose fewer days, or export all rows.
          </Notice>
        </div>
      )}
      <UsagePlot
        budget={isWholeMonth ? (limit ?? undefined) : undefined}
        by={by}
        days={isWholeMonth && month ? withProjection(days, month, measure, month.asOf) : days}
        measure={measure}
        stack={stack}
        titleOf={titleOf}
      />
      <p className="px-4 pb-2 text-ink-soft text-xs">
        As of <Time as="clock" value={report.asOf} />. Prices: {report.priceList.region}, read on{' '}
        {report.priceList.read_on}.
        {of === 'calls' && by !== 'key' && ' API requests belong to keys: group by key to break them down.'}
      </p>
      <UsageTable
        measure={measure}
        rows={rows}
        stack={stack}
        subject={{ span, today, by, shown: `${of}_${view}` }}
        titleOf={titleOf}
      />
    </>
  );
}

function NothingToPlot({ label }: { readonly label: string }) {
  const can = useCan();
  return (
    <EmptyState
      action={
        can('POST /api/v1/app-conversations') && <ButtonLink to="/conversations/new">Start a conversation</ButtonLink>
      }
      icon={ChartColumn}
      title="No usage in this period"
    >
      {label}: none. Sandboxes count from their start, workspaces while they are kept, and API requests immediately.
    </EmptyState>
  );
}
