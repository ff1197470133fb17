import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayOf, monthName } from '../../../../shared/presentation/time.ts';
import { given } from '../../api/search-params.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { useNow } from '../../live/now.ts';
import { useApi, useCan, useSelf } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorNotice, QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { limitsQuery } from '../limits/limits-query.ts';
import { chosen, groupings, ranges, type UsageSearch, views } from './choices.ts';
import { type Measure, measures } from './measures.ts';
import { ModelCalls } from './model-calls.tsx';
import { amountsByDay, type MonthSoFar, monthSoFar } from './plot.ts';
import { UsageControls } from './usage-controls.tsx';
import { monthQuery, spanOf, type WholeReport } from './usage-queries.ts';
import { UsageReport } from './usage-report.tsx';

const route = getRouteApi('/usage');

export function UsagePage() {
  const api = useApi();
  const can = useCan();
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
    navigate({ search: (before) => given({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title="Usage">
        What this owner's sandboxes, workspaces, API requests and language models used per UTC day, at list prices.
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
      {can('GET /api/v1/model-calls') && <ModelCalls />}
    </>
  );
}

interface Props {
  readonly month: MonthSoFar;
  readonly measure: Measure;
  readonly today: string;
  readonly budgets: CurrentLimits['budgets'] | undefined;
}

/** This month so far, its projection, and the budgets. */
function MonthSummary({ month, measure, today, budgets }: Props) {
  const text = (amount: number): string => measure.text(amount / measure.scale);
  const name = monthName(today);
  return (
    <div className="md:max-xl:*:nth-3:col-span-2 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Figure title={`${name} to date`} value={text(month.used)}>
        {measure.label} of all keys since the 1st, 00:00 UTC.
      </Figure>
      <ProjectionFigure month={month} name={name} text={text} />
      {measure.budget !== undefined && budgets && (
        <Budgets budgets={budgets} measure={measure} name={name} unit={measure.budget} />
      )}
    </div>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Figure({ title, value, children }: FigureProps) {
  return (
    <Card title={title}>
      <p className="font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
      <p className="mt-1 text-ink-soft text-xs">{children}</p>
    </Card>
  );
}

interface ProjectionProps {
  readonly month: MonthSoFar;
  readonly name: string;
  readonly text: (amount: number) => string;
}

/** The projection with its calculation. */
function ProjectionFigure({ month: { used, projection }, name, text }: ProjectionProps) {
  const title = `${name}, projected`;
  if (projection === undefined) {
    return (
      <Figure title={title} value="–">
        A projection needs one full day of usage. Check back after midnight UTC.
      </Figure>
    );
  }
  const { days, perDay, daysLeft, atEnd } = projection;
  return (
    <Figure title={title} value={text(atEnd)}>
      {text(used)} to date, plus {text(perDay)} per day for {daysLeft.toFixed(1)} more days, the average of the{' '}
      {days === 1 ? 'last full day' : `last ${days} full days`}.
    </Figure>
  );
}

interface BudgetsProps {
  readonly budgets: CurrentLimits['budgets'];
  readonly unit: 'usd' | 'sandbox_hours';
  readonly measure: Measure;
  readonly name: string;
}

function Budgets({ budgets: { owner, key, as_of: asOf }, unit, measure, name }: BudgetsProps) {
  const self = useSelf();
  const bounds = [
    { label: 'Owner', ...owner[unit] },
    { label: self, ...key[unit] },
  ].filter(({ limit }) => limit !== null);
  return (
    <Card title={`${name} budget`}>
      {bounds.length === 0 ? (
        <p className="text-ink-soft text-sm">
          No budget is set for the owner or for {self === 'You' ? 'you' : 'this key'}.
        </p>
      ) : (
        <div className="grid gap-3">
          {bounds.map(({ label, limit, used }) => (
            <Meter key={label} label={label} limit={limit} text={(amount) => measure.text(amount)} used={used ?? 0} />
          ))}
          <p className="text-ink-soft text-xs">
            {asOf === null ? (
              'Measured when a sandbox starts. '
            ) : (
              <>
                Measured <Time value={asOf} />.{' '}
              </>
            )}
            Includes reservations for starts, but not API requests. See{' '}
            <Link className="text-accent underline" to="/limits">
              Limits
            </Link>{' '}
            for what happens when it is reached.
          </p>
        </div>
      )}
    </Card>
  );
}
