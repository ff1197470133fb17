import { Link } from '@tanstack/react-router';
import { endsOf, endWords, pauseWords } from '../../../../shared/presentation/sandboxes.ts';
import type { Conversation, Sandbox } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import type { Column } from '../../ui/data-table.tsx';
import { SandboxBadge } from '../../ui/sandbox-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLinks } from './conversation-links.tsx';
import { isLeftBehind } from './left-behind.ts';
import { phaseOf } from './phase.ts';
import { SandboxMenu } from './sandbox-menu.tsx';

/** A sandbox of the list, with its conversations as far as they are known. */
export interface SandboxRow {
  readonly sandbox: Sandbox;
  readonly conversations: readonly Conversation[] | undefined;
}

export const sandboxColumns: readonly Column<SandboxRow>[] = [
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <Status {...row} />,
    sortBy: (row) => row.sandbox.status,
  },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: ({ sandbox: { id, sandbox_spec_id } }) => (
      <span className="grid">
        <Link
          className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
          params={{ sandboxId: id }}
          title={id}
          to="/sandboxes/$sandboxId"
        >
          {shortId(id)}
        </Link>
        <span className="text-ink-soft text-xs">{sandbox_spec_id}</span>
      </span>
    ),
  },
  {
    id: 'conversations',
    header: 'Conversation',
    cell: ({ conversations }) => <ConversationLinks conversations={conversations} />,
  },
  {
    id: 'since',
    header: 'Status since',
    cell: ({ sandbox }) => <Time value={phaseOf(sandbox).since} />,
    sortBy: ({ sandbox }) => phaseOf(sandbox).since,
  },
  {
    id: 'workspace',
    header: 'Workspace',
    cell: ({ sandbox: { workspace } }) => (workspace ? `${workspace.size_gib} GiB` : '–'),
    sortBy: ({ sandbox }) => sandbox.workspace?.size_gib ?? 0,
    align: 'right',
  },
  { id: 'next', header: 'Next deadline', cell: ({ sandbox }) => <NextEnd {...sandbox} /> },
  { id: 'actions', header: 'Actions', cell: ({ sandbox }) => <SandboxMenu sandbox={sandbox} />, align: 'right' },
];

function Status({ sandbox, conversations = [] }: SandboxRow) {
  const detail = detailOf(sandbox);
  return (
    <span className="grid min-w-36 max-w-xs justify-items-start gap-1">
      <SandboxBadge phase={phaseOf(sandbox).phase} status={sandbox.status} />
      {detail !== null && (
        <span className="line-clamp-2 text-ink-soft text-xs" title={detail}>
          {detail}
        </span>
      )}
      {isLeftBehind(sandbox, conversations) && (
        <span className="text-warn text-xs">Its conversation failed to start</span>
      )}
    </span>
  );
}

/** When the workspace of a paused one goes has a column of its own. */
function detailOf({ status_detail, pause_reason }: Sandbox): string | null {
  return pause_reason === null ? status_detail : pauseWords[pause_reason];
}

function NextEnd(sandbox: Sandbox) {
  const next = endsOf(sandbox)[0];
  if (!next) return <span className="text-ink-soft">–</span>;
  return (
    <span className="grid whitespace-nowrap">
      <Time value={next.at} />
      <span className="text-ink-soft text-xs">{endWords[next.name]}</span>
    </span>
  );
}
