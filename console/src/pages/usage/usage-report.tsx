import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { csvOf } from '../../../../shared/presentation/csv.ts';
import { count } from '../../../../shared/presentation/money.ts';
import { daysFrom } from '../../../../shared/presentation/time.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { useConversationsById } from '../../data/sandbox-conversations.ts';
import { shortId } from '../../format/short-id.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Time } from '../../ui/time.tsx';
import { type Grouping, groupings, type Range, type View } from './choices.ts';
import { digitsWithin, type Measure, type MeasureName, measures } from './measures.ts';
import {
  cumulated,
  type MonthSoFar,
  plotOf,
  type Series,
  type Stack,
  type StackRow,
  stackOf,
  withProjection,
} from './plot.ts';
import { UsagePlot } from './usage-plot.tsx';
import { MOST_PAGES, type Span, splitQuery, type WholeReport } from './usage-queries.ts';

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

function Shown({ report, of, by, range, view, span, month, budgets }: Props & { readonly report: WholeReport }) {
  const measure: Measure = measures[of];
  const { first, last } = span;
  const stack = useMemo(() => {
    const daily = stackOf(report.items, daysFrom(first, last), measures[of].of);
    return view === 'cumulative' ? cumulated(daily) : daily;
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
            The report is longer than {MOST_PAGES} pages. Choose fewer days, or get the full CSV from the API.
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
      <UsageTable measure={measure} stack={stack} subject={{ first, last, by, of, view }} titleOf={titleOf} />
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

interface UsageTableProps {
  readonly stack: Stack;
  readonly measure: Measure;
  readonly titleOf: (series: Series) => string;
  readonly subject: CsvSubject;
}

function UsageTable({ stack, measure, titleOf, subject }: UsageTableProps) {
  const columns = useMemo(() => columnsOf(stack, measure, titleOf), [stack, measure, titleOf]);
  const save = (rows: readonly StackRow[]): void =>
    saveFile(
      new Blob([usageCsv(rows, stack, measure, withId(titleOf))], { type: 'text/csv;charset=utf-8' }),
      csvName(subject),
    );
  return (
    <DataTable
      actions={(rows) => (
        <Button icon={Download} onClick={() => save(rows)}>
          Export CSV
        </Button>
      )}
      columns={columns}
      label={`${measure.label} by day`}
      rowId={({ day }) => day}
      rows={stack.rows}
    />
  );
}

function columnsOf(
  { series, total }: Stack,
  measure: Measure,
  titleOf: UsageTableProps['titleOf'],
): readonly Column<StackRow>[] {
  const digits = digitsWithin(total / measure.scale);
  const text = (value: number): string => measure.text(value / measure.scale, digits);
  // Most cells are zero: the others must stand out.
  const amount = (value: number) => (value === 0 ? <span className="text-ink-soft">0</span> : text(value));
  return [
    {
      id: 'day',
      header: 'Day (UTC)',
      cell: ({ day }) => <time className="whitespace-nowrap tabular-nums">{day}</time>,
      sortBy: ({ day }) => day,
      total: 'Total',
    },
    {
      id: 'total',
      header: 'Total',
      cell: (row) => <b className="font-medium">{amount(row.total)}</b>,
      sortBy: (row) => row.total,
      align: 'right',
      total: text(total),
    },
    ...series.map((one, at) => ({
      id: one.name,
      header: titleOf(one),
      cell: ({ values }: StackRow) => amount(values[at] ?? 0),
      sortBy: ({ values }: StackRow) => values[at] ?? 0,
      align: 'right' as const,
      total: text(one.total),
    })),
  ];
}

/** Titles with their IDs, for the file. */
function withId(titleOf: UsageTableProps['titleOf']): UsageTableProps['titleOf'] {
  return (series) => {
    const title = titleOf(series);
    return series.id === null || series.id === title ? title : `${title} [${series.id}]`;
  };
}

/** The parts of the file name. */
interface CsvSubject {
  readonly first: string;
  readonly last: string;
  readonly by: string;
  readonly of: string;
  readonly view: string;
}

export function csvName({ first, last, by, of, view }: CsvSubject): string {
  return `usage_${of}-by-${by}_${view}_${first}_${last}.csv`;
}

/** The table as shown: its rows in order, then the totals. Amounts are numbers, in the unit of the header. */
export function usageCsv(
  rows: readonly StackRow[],
  { series, total }: Stack,
  { unit, scale }: Measure,
  titleOf: (series: Series) => string,
): string {
  const heads = ['Day (UTC)', `Total (${unit})`, ...series.map((one) => `${titleOf(one)} (${unit})`)];
  const amounts = (...values: readonly number[]) => values.map((value) => plain(value / scale));
  const lines = rows.map((row) => [row.day, ...amounts(row.total, ...row.values)]);
  return csvOf(heads, [...lines, ['Total', ...amounts(total, ...series.map((one) => one.total))]]);
}

/** Rounds to millionths, the precision of the ledger. */
function plain(amount: number): number {
  return Number(amount.toFixed(6));
}

/** Names the bands of the stack: by name or title if the key can read it and it still exists, otherwise by ID. */
function useTitles(by: Grouping, series: readonly Series[]): (series: Series) => string {
  const names = useNames(by, series);
  return useCallback(
    ({ id, groups }) => {
      if (groups > 1) return `Other (${count(groups)})`;
      if (id === null) return groupings[by].none;
      return names.get(id) ?? shortId(id);
    },
    [by, names],
  );
}

function useNames(by: Grouping, series: readonly Series[]): ReadonlyMap<string, string> {
  const api = useApi();
  const can = useCan();
  const { data: keys } = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys', { signal })),
    enabled: by === 'key' && can('GET /api/keys'),
  });
  const ids = by === 'conversation' ? series.flatMap(({ id }) => id ?? []).sort() : [];
  const { data: conversations } = useConversationsById(ids);
  return useMemo(() => {
    const names = by === 'key' ? keys?.map(({ id, name }) => [id, name] as const) : undefined;
    const titles = by === 'conversation' ? conversations?.map(({ id, title }) => [id, title] as const) : undefined;
    return new Map((names ?? titles ?? []).flatMap(([id, name]) => (name ? [[id, name]] : [])));
  }, [by, keys, conversations]);
}
