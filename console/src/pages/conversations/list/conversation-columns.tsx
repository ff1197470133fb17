import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../../api/shapes.ts';
import { dollars } from '../../../format/money.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { ConversationMenu } from '../actions/conversation-menu.tsx';
import { totalCost } from '../metrics.ts';
import { RepositoryLabel } from '../repository-label.tsx';
import { SandboxLink } from '../sandbox-link.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { titleOf } from '../title.ts';

export const conversationColumns: readonly Column<Conversation>[] = [
  { id: 'title', header: 'Title', cell: (conversation) => <Title {...conversation} />, className: 'min-w-36 lg:w-1/4' },
  {
    id: 'status',
    header: 'Status',
    cell: (conversation) => <Status conversation={conversation} />,
    className: 'min-w-40',
  },
  {
    id: 'repository',
    header: 'Repository',
    cell: (conversation) => <RepositoryLabel conversation={conversation} />,
    className: 'hidden min-w-44 md:table-cell',
  },
  {
    id: 'model',
    header: 'Model',
    cell: ({ llm_model }) => <span className="whitespace-nowrap">{llm_model}</span>,
    className: 'hidden xl:table-cell',
  },
  {
    id: 'cost',
    header: 'Cost',
    cell: (conversation) => <Cost conversation={conversation} />,
    sortBy: totalCost,
    align: 'right',
    className: 'hidden sm:table-cell',
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created_at }) => <Time value={created_at} />,
    sortBy: ({ created_at }) => created_at,
    className: 'hidden lg:table-cell',
  },
  {
    id: 'updated',
    header: 'Updated',
    cell: ({ updated_at }) => <Time value={updated_at} />,
    sortBy: ({ updated_at }) => updated_at,
    className: 'hidden sm:table-cell',
  },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: (conversation) => <SandboxLink {...conversation} />,
    className: 'hidden 2xl:table-cell',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (conversation) => (
      <div className="-my-1.5 flex justify-end">
        <ConversationMenu conversation={conversation} />
      </div>
    ),
    align: 'right',
  },
];

function Title({ id, title, parent_conversation_id: parent }: Conversation) {
  return (
    <span className="grid max-w-96 justify-items-start">
      <Link
        className="break-words font-medium hover:text-accent hover:underline"
        params={{ conversationId: id }}
        to="/conversations/$conversationId"
      >
        {titleOf({ id, title })}
      </Link>
      {parent !== null && <span className="text-ink-soft text-xs">Sub-conversation</span>}
    </span>
  );
}

function Status({ conversation }: { readonly conversation: Conversation }) {
  const { status_detail: reason } = conversation;
  return (
    <span className="grid max-w-72 justify-items-start gap-1">
      <StatusBadge conversation={conversation} />
      {reason !== null && (
        <span className="line-clamp-2 break-words text-ink-soft text-xs" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

function Cost({ conversation }: { readonly conversation: Conversation }) {
  const cost = totalCost(conversation);
  return cost === undefined ? <span className="text-ink-soft">–</span> : dollars(cost);
}
