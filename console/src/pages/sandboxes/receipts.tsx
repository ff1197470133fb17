import { useQuery } from '@tanstack/react-query';
import { SquareDashed } from 'lucide-react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { given } from '../../api/search-params.ts';
import type { SandboxDeletion } from '../../api/shapes.ts';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { isAbsent, liveUntil, liveWhile } from '../../live/polls.ts';
import { useApi } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';
import { Time } from '../../ui/time.tsx';
import { DeletionState, ReceiptTable, receiptColumns } from './receipt-table.tsx';

const PAGE_SIZE = 25;

export function ReceiptList({ page }: { readonly page: string | undefined }) {
  return (
    <ReceiptTable
      columns={columns}
      label="Deletion receipts"
      page={page}
      query={useDeletions(page, PAGE_SIZE)}
      rowId={({ sandbox_id, requested_at }) => `${sandbox_id} ${requested_at}`}
    >
      When a sandbox is deleted, its receipt lists each disk and when AWS confirmed its deletion.
    </ReceiptTable>
  );
}

const columns: readonly Column<SandboxDeletion>[] = [
  { id: 'state', header: 'Status', cell: ({ completed_at: at }) => <DeletionState completed_at={at} /> },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: ({ sandbox_id, sandbox_spec_id }) => <SandboxLink id={sandbox_id} spec={sandbox_spec_id} />,
  },
  receiptColumns.requested,
  receiptColumns.completed,
  { id: 'disks', header: 'Disks and snapshots', cell: (receipt) => <DeletedDisks {...receipt} /> },
  receiptColumns.expires,
];

/** Replaces a sandbox that does not exist: shows the receipt of its deletion, or that there is none. */
export function SandboxAbsent({ sandboxId }: { readonly sandboxId: string }) {
  const deletion = useDeletion(sandboxId);
  if (isAbsent(deletion.error)) return <Unknown />;
  return <QueryStates query={deletion}>{(receipt) => <Receipt receipt={receipt} />}</QueryStates>;
}

function Receipt({ receipt }: { readonly receipt: SandboxDeletion }) {
  const { requested_at: requested, completed_at: completed, expires_at: expires } = receipt;
  return (
    <Card title="This sandbox was deleted">
      <div className="grid gap-4">
        <p className="text-ink-soft text-sm">
          Its files are gone; its conversations stay readable. This receipt lists what was deleted.
        </p>
        <Facts
          facts={[
            ['Status', <DeletionState completed_at={completed} key="state" />],
            ['Requested', <Time as="clock" key="requested" value={requested} />],
            ['Confirmed', completed && <Time as="clock" key="completed" value={completed} />],
            ['Receipt expires', expires && <Time key="expires" value={expires} />],
            ['Disks and snapshots', <DeletedDisks disks={receipt.disks} key="disks" />],
          ]}
        />
      </div>
    </Card>
  );
}

function Unknown() {
  return (
    <EmptyState
      action={<ButtonLink to="/sandboxes">Go to sandboxes</ButtonLink>}
      icon={SquareDashed}
      title="Sandbox not found"
    >
      Check the ID. The sandbox may belong to another owner, or was deleted more than a week ago. Conversations of a
      deleted sandbox stay readable.
    </EmptyState>
  );
}

/** A page of deletion receipts, newest first, refreshed regularly. */
function useDeletions(page: string | undefined, limit: number) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'deletions', page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandbox-deletions', { params: { query: { ...given({ page_id: page }), limit } }, signal }),
      ),
    refetchInterval: liveWhile<{ readonly items: readonly SandboxDeletion[] }>(({ items }) =>
      items.some(({ completed_at: completed }) => completed === null),
    ),
  });
}

/** The receipt of one deletion. It fails with a 404 if there is none. */
function useDeletion(sandboxId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'deletion', sandboxId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandbox-deletions/{sandbox_id}', { params: { path: { sandbox_id: sandboxId } }, signal }),
      ),
    refetchInterval: liveUntil<SandboxDeletion>(({ completed_at: completed }) => completed !== null),
  });
}

const kinds = { volume: 'disk', snapshot: 'snapshot' } as const;
const results = { pending: 'deletion pending', deleted: 'deleted' } as const;

/** The disks and snapshots of a deleted sandbox, and whether they are deleted. */
function DeletedDisks({ disks }: Pick<SandboxDeletion, 'disks'>) {
  if (disks === null) return <span className="text-ink-soft">Listed once the machine has stopped</span>;
  if (disks.length === 0) return <span className="text-ink-soft">None</span>;
  return (
    <ul className="grid gap-0.5 text-xs">
      {disks.map(({ kind, id, result }) => (
        <li key={id}>
          <span className="text-ink-soft">{kinds[kind]}</span> <code className="break-all font-mono">{id}</code>{' '}
          {results[result]}
        </li>
      ))}
    </ul>
  );
}
