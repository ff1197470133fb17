import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { classes } from './classes.ts';

/** A column of a table. Define the list of columns outside of the component, or memoise it. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the header sort the rows that are shown. */
  readonly sortBy?: (row: Row) => string | number | undefined;
  readonly align?: 'right';
  /** Such as `hidden md:table-cell`, for a column that small screens omit. */
  readonly className?: string;
  /** The cell in the row of totals, which exists if any column has one. */
  readonly total?: ReactNode;
}

interface Props<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** Renders actions for the sorted rows, such as a button that saves them. */
  readonly actions?: (shown: readonly Row[]) => ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
});

/** A table. Wide content scrolls within it, never the page. */
export function DataTable<Row extends object>({ label, rows, columns, rowId, actions }: Props<Row>) {
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const looks = useMemo(() => new Map(columns.map((column) => [column.id, lookOf(column)])), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: rowId });
  const shown = table.getRowModel().rows;
  const content = (
    <section
      aria-label={label}
      className="scroll-hint relative overflow-x-auto first:rounded-t-xl last:rounded-b-xl"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
      tabIndex={0}
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr className="border-line border-b text-left text-ink-soft text-xs" key={group.id}>
              {group.headers.map(({ id, column }) => {
                const direction = column.getCanSort() ? column.getIsSorted() : undefined;
                return (
                  <th
                    aria-sort={direction === undefined ? undefined : sortWords[String(direction)]}
                    className={classes('whitespace-nowrap px-4 py-2.5 font-medium', looks.get(id))}
                    key={id}
                    scope="col"
                  >
                    {direction === undefined ? (
                      String(column.columnDef.header)
                    ) : (
                      <button
                        className="inline-flex items-center gap-1 rounded hover:text-ink"
                        onClick={() => column.toggleSorting()}
                        type="button"
                      >
                        {String(column.columnDef.header)}
                        <SortIcon direction={direction} />
                      </button>
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr className="group border-line border-b last:border-b-0 hover:bg-raised" key={row.id}>
              {row.getAllCells().map((cell) => (
                <td className={classes('px-4 py-2.5 align-top', looks.get(cell.column.id))} key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr className="border-line-strong border-t font-semibold">
              {columns.map(({ id, total }) => (
                <td className={classes('px-4 py-2.5', looks.get(id))} key={id}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
  if (actions === undefined) return content;
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2 px-4 pb-2">{actions(shown.map(({ original }) => original))}</div>
      {content}
    </>
  );
}

const sortWords: Readonly<Record<string, 'ascending' | 'descending' | 'none'>> = {
  asc: 'ascending',
  desc: 'descending',
  false: 'none',
};

function definitionOf<Row extends object>({ id, header, cell, sortBy }: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id,
    header,
    accessorFn: (row) => sortBy?.(row),
    cell: ({ row }) => cell(row.original),
    enableSorting: sortBy !== undefined,
    sortUndefined: 'last',
  };
}

/** Actions stay in view while a narrow table scrolls below them. */
function lookOf<Row>({ id, align, className }: Column<Row>): string {
  return classes(
    align === 'right' && 'whitespace-nowrap text-right tabular-nums',
    id === 'actions' && 'sticky right-0 bg-surface group-hover:bg-raised',
    className,
  );
}

function SortIcon({ direction }: { readonly direction: 'asc' | 'desc' | false }) {
  const Icon = direction === false ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  return <Icon aria-hidden className="size-3.5" />;
}
