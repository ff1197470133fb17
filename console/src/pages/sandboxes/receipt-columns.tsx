import { Link } from '@tanstack/react-router';
import type { SandboxDeletion } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { DeletedDisks } from './deleted-disks.tsx';
import { DeletionState } from './deletion-state.tsx';

export const receiptColumns: readonly Column<SandboxDeletion>[] = [
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
