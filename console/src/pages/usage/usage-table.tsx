import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { digitsWithin, type Measure } from './measures.ts';
import { saveFile } from './save-file.ts';
import type { Series, Stack, StackRow } from './stack.ts';
import { type CsvSubject, csvName, usageCsv } from './usage-csv.ts';

interface Props {
  readonly stack: Stack;
  readonly measure: Measure;
  readonly titleOf: (series: Series) => string;
  readonly subject: CsvSubject;
}

/** The numbers of the plot. */
export function UsageTable({ stack, measure, titleOf, subject }: Props) {
  const columns = useMemo(() => columnsOf(stack, measure, titleOf), [stack, measure, titleOf]);
  const save = (rows: readonly StackRow[]): void =>
    saveFile(csvName(subject), 'text/csv;charset=utf-8', usageCsv(rows, stack, measure, withId(titleOf)));
  return (
    <DataTable
      actions={(rows) => (
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => save(rows)}>
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

function columnsOf({ series, total }: Stack, measure: Measure, titleOf: Props['titleOf']): readonly Column<StackRow>[] {
  const digits = digitsWithin(total / measure.scale);
  const text = (value: number): string => measure.text(value / measure.scale, digits);
  // Most days of most bands have none: the eye is to find the others.
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

/** A file has room for both. */
function withId(titleOf: Props['titleOf']): Props['titleOf'] {
  return (series) => {
    const title = titleOf(series);
    return series.id === null || series.id === title ? title : `${title} [${series.id}]`;
  };
}
