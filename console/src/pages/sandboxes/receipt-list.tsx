import { ReceiptText } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { useDeletions } from './deletion-queries.ts';
import { receiptColumns } from './receipt-columns.tsx';

const PAGE_SIZE = 25;

/** The receipts of deleted sandboxes. */
export function ReceiptList({ page }: { readonly page: string | undefined }) {
  const deletions = useDeletions(page, PAGE_SIZE);
  return (
    <Card isFlush>
      <QueryStates query={deletions}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable
                columns={receiptColumns}
                label="Deletion receipts"
                rowId={({ sandbox_id, requested_at }) => `${sandbox_id} ${requested_at}`}
                rows={items}
              />
            ) : (
              <EmptyState icon={<ReceiptText aria-hidden />} title="No deletion receipts">
                When a sandbox is deleted, its receipt lists each disk and when AWS confirmed its deletion. Receipts are
                kept for 7 days after that.
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
    </Card>
  );
}
