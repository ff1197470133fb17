import type { SnapshotDeletion } from '../../../api/shapes.ts';
import { shortId } from '../../../format/short-id.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { SandboxLink } from '../../../ui/resource-link.tsx';
import { Time } from '../../../ui/time.tsx';
import { DeletionState, ReceiptTable, receiptColumns } from '../receipt-table.tsx';
import { useSnapshotDeletions } from './snapshot-queries.ts';

const PAGE_SIZE = 25;

/** The receipts of deleted snapshots. */
export function SnapshotReceipts({ page }: { readonly page: string | undefined }) {
  return (
    <ReceiptTable
      columns={columns}
      label="Deletion receipts of snapshots"
      page={page}
      query={useSnapshotDeletions(page, PAGE_SIZE)}
      rowId={({ snapshot_id: id }) => id}
    >
      When a snapshot is deleted, its receipt shows when AWS confirmed the deletion of its data.
    </ReceiptTable>
  );
}

const waitsFor = 'Waits for sandboxes that began from it, if there are any';

const columns: readonly Column<SnapshotDeletion>[] = [
  {
    id: 'state',
    header: 'Status',
    cell: ({ completed_at: at }) => <DeletionState completed_at={at} waitsFor={waitsFor} />,
  },
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
  receiptColumns.requested,
  receiptColumns.completed,
  receiptColumns.expires,
];
