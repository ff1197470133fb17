import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { SandboxDeletion } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { DeletedDisks, DeletionState, useDeletions } from './deletion.tsx';

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

const receiptColumns: readonly Column<SandboxDeletion>[] = [
  { id: 'state', header: 'Status', cell: (receipt) => <DeletionState {...receipt} /> },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: ({ sandbox_id, sandbox_spec_id }) => (
      <span className="grid">
        <Link
          className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
          params={{ sandboxId: sandbox_id }}
          title={sandbox_id}
          to="/sandboxes/$sandboxId"
        >
          {shortId(sandbox_id)}
        </Link>
        <span className="text-ink-soft text-xs">{sandbox_spec_id}</span>
      </span>
    ),
  },
  { id: 'requested', header: 'Requested', cell: ({ requested_at }) => <Time as="clock" value={requested_at} /> },
  {
    id: 'completed',
    header: 'Confirmed',
    cell: ({ completed_at }) => (completed_at === null ? '–' : <Time as="clock" value={completed_at} />),
  },
  { id: 'disks', header: 'Disks and snapshots', cell: (receipt) => <DeletedDisks {...receipt} /> },
  {
    id: 'expires',
    header: 'Receipt expires',
    cell: ({ expires_at }) => (expires_at === null ? '–' : <Time value={expires_at} />),
  },
];
