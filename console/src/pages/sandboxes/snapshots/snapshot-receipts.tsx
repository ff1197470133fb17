import { ReceiptText } from 'lucide-react';
import type { SnapshotDeletion } from '../../../api/shapes.ts';
import { shortId } from '../../../format/short-id.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { SandboxLink } from '../../../ui/resource-link.tsx';
import { Time } from '../../../ui/time.tsx';
import { useSnapshotDeletions } from './snapshot-queries.ts';

const PAGE_SIZE = 25;

/** The receipts of deleted snapshots. */
export function SnapshotReceipts({ page }: { readonly page: string | undefined }) {
  const deletions = useSnapshotDeletions(page, PAGE_SIZE);
  return (
    <Card isFlush>
      <QueryStates query={deletions}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable
                columns={columns}
                label="Deletion receipts of snapshots"
                rowId={({ snapshot_id: id }) => id}
                rows={items}
              />
            ) : (
              <EmptyState icon={ReceiptText} title="No deletion receipts">
                When a snapshot is deleted, its receipt shows when AWS confirmed the deletion of its data. Receipts are
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

const columns: readonly Column<SnapshotDeletion>[] = [
  { id: 'state', header: 'Status', cell: (receipt) => <DeletionState {...receipt} /> },
  {
    id: 'snapshot',
    header: 'Snapshot',
    cell: ({ snapshot_id: id }) => (
      <span className="whitespace-nowrap font-mono text-xs" title={id}>
        {shortId(id)}
      </span>
    ),
  },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: ({ sandbox_id: id, sandbox_spec_id: spec }) => <SandboxLink id={id} spec={spec} />,
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ snapshot_created_at: at }) => <Time as="clock" value={at} />,
    className: 'hidden lg:table-cell',
  },
  { id: 'requested', header: 'Requested', cell: ({ requested_at: at }) => <Time as="clock" value={at} /> },
  {
    id: 'completed',
    header: 'Confirmed',
    cell: ({ completed_at: at }) => (at === null ? '–' : <Time as="clock" value={at} />),
  },
  {
    id: 'expires',
    header: 'Receipt expires',
    cell: ({ expires_at: at }) => (at === null ? '–' : <Time value={at} />),
  },
];

function DeletionState({ completed_at: completed }: Pick<SnapshotDeletion, 'completed_at'>) {
  if (completed !== null) return <Badge tone="good">Deleted</Badge>;
  return (
    <span className="grid max-w-52 justify-items-start gap-1">
      <Badge tone="info">Deleting</Badge>
      <span className="text-ink-soft text-xs">Waits for sandboxes that began from it, if there are any</span>
    </span>
  );
}
