import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi, useCan, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { failed, useToast } from '../../ui/toasts.ts';
import type { Grouping } from './choices.ts';
import { digitsWithin, type Measure } from './measures.ts';
import type { Series, Stack } from './plot.ts';
import { dayWords, type TableRow } from './table-rows.ts';
import { titlesOf } from './titles.ts';
import { allRowsCsv, csvName, groupsIn, usageCsv } from './usage-csv.ts';
import { askedFor, type Span } from './usage-queries.ts';

interface Subject {
  readonly span: Span;
  readonly today: string;
  readonly by: Grouping;
  /** The metric and the view, for the name of the file. */
  readonly shown: string;
}

interface Props {
  readonly stack: Stack;
  readonly rows: readonly TableRow[];
  readonly measure: Measure;
  readonly titleOf: (series: Series) => string;
  readonly subject: Subject;
}

export function UsageTable({ stack, rows, measure, titleOf, subject }: Props) {
  const columns = useMemo(() => columnsOf(stack, measure, titleOf), [stack, measure, titleOf]);
  const { span, by, shown } = subject;
  return (
    <DataTable
      actions={(sorted) => (
        <Export
          onView={() => save(usageCsv(sorted, stack, measure, titleOf), csvName({ ...span, by, what: shown }))}
          subject={subject}
        />
      )}
      columns={columns}
      label={`${measure.label} by day`}
      rowId={({ day }) => day}
      rows={rows}
    />
  );
}

function save(csv: string, name: string): void {
  saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name);
}

/** Saves the table as it is shown, or every row of the period with every metric. */
function Export({ subject, onView }: { readonly subject: Subject; readonly onView: () => void }) {
  const api = useApi();
  const can = useCan();
  const { orgId } = useSession();
  const toast = useToast();
  const { span, today, by } = subject;
  const all = useMutation({
    mutationFn: async () => {
      const query = { ...askedFor(span, today), group_by: 'day', split_by: by, format: 'csv' } as const;
      const report = String(await answerOf(api.GET('/api/v1/usage', { params: { query }, parseAs: 'text' })));
      return allRowsCsv(report, by, await titlesOf(by, groupsIn(report), { api, can, orgId }));
    },
    onSuccess: (csv) => save(csv, csvName({ ...span, by, what: 'all-rows' })),
    onError: (error) => toast(failed('Export', error)),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would look like a form
    <div aria-label="Export CSV" className="flex flex-wrap items-center gap-2" role="group">
      <span className="text-ink-soft text-sm">Export CSV</span>
      <Button onClick={onView}>This view</Button>
      <Button busy={all.isPending} onClick={() => all.mutate()}>
        All rows
      </Button>
    </div>
  );
}

function columnsOf({ series, total }: Stack, measure: Measure, titleOf: Props['titleOf']): readonly Column<TableRow>[] {
  const digits = digitsWithin(total / measure.scale);
  const text = (value: number): string => measure.text(value / measure.scale, digits);
  // Most cells are zero: the others must stand out.
  const amount = (value: number) => (value === 0 ? <span className="text-ink-soft">0</span> : text(value));
  return [
    {
      id: 'day',
      header: 'Day (UTC)',
      cell: (row) => <span className="whitespace-nowrap tabular-nums">{dayWords(row)}</span>,
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
      cell: ({ values }: TableRow) => amount(values[at] ?? 0),
      sortBy: ({ values }: TableRow) => values[at] ?? 0,
      align: 'right' as const,
      total: text(one.total),
    })),
  ];
}
