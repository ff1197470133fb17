import type { UseQueryResult } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';

/** What all receipts of deletions say. */
interface Receipt {
  readonly requested_at: string;
  readonly completed_at: string | null;
  readonly expires_at: string | null;
}

interface Props<Row extends Receipt> {
  readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly next_page_id: string | null }>;
  readonly page: string | undefined;
  readonly label: string;
  readonly rowId: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** What is listed, if there are no receipts. */
  readonly children: ReactNode;
}

/** A page of receipts of deletions. */
export function ReceiptTable<Row extends Receipt>(props: Props<Row>) {
  const { query, page, label, rowId, columns, children } = props;
  return (
    <Card isFlush>
      <QueryStates query={query}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable columns={columns} label={label} rowId={rowId} rows={items} />
            ) : (
              <EmptyState icon={ReceiptText} title="No deletion receipts">
                {children} Receipts are kept for 7 days after that.
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
    </Card>
  );
}

/** The columns that the receipts of all kinds have. */
export const receiptColumns = {
  requested: { id: 'requested', header: 'Requested', cell: ({ requested_at: at }) => <Time as="clock" value={at} /> },
  completed: {
    id: 'completed',
    header: 'Confirmed',
    cell: ({ completed_at: at }) => (at === null ? '–' : <Time as="clock" value={at} />),
  },
  expires: {
    id: 'expires',
    header: 'Receipt expires',
    cell: ({ expires_at: at }) => (at === null ? '–' : <Time value={at} />),
  },
} as const satisfies Readonly<Record<string, Column<Receipt>>>;

interface StateProps extends Pick<Receipt, 'completed_at'> {
  /** What a deletion can wait for, for a long time. */
  readonly waitsFor?: string;
}

export function DeletionState({ completed_at: completed, waitsFor }: StateProps) {
  if (completed !== null) return <Badge tone="good">Deleted</Badge>;
  return (
    <span className="grid max-w-52 justify-items-start gap-1">
      <Badge isMoving={waitsFor === undefined} tone="info">
        Deleting
      </Badge>
      {waitsFor !== undefined && <span className="text-ink-soft text-xs">{waitsFor}</span>}
    </span>
  );
}
