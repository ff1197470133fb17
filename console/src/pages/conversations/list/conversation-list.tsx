import { ArrowUp, GitBranch } from 'lucide-react';
import { useState } from 'react';
import { totalCost } from '../../../../../shared/presentation/conversations.ts';
import { count, dollars } from '../../../../../shared/presentation/money.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { ConversationMenu } from '../actions/conversation-menu.tsx';
import { ConversationLink, SandboxOf, StatusBadge } from '../labels.tsx';

interface Props {
  /** A page of conversations, newest first. */
  readonly items: readonly Conversation[];
  /** Whether they were loaded since the list was opened. */
  readonly isFresh: boolean;
}

/** A page of conversations. New ones wait behind a button, so that the list does not move while someone reads it. */
export function ConversationList({ items, isFresh }: Props) {
  const newest = items[0]?.created_at;
  const [until, setUntil] = useState<string>();
  if (until === undefined && isFresh && newest !== undefined) setUntil(newest);
  const shown = until === undefined ? items : items.filter(({ created_at: at }) => at <= until);
  const waiting = items.length - shown.length;
  const showAll = (): void => {
    setUntil(newest);
    window.scrollTo({ top: 0 });
    // The button disappears, so the focus moves to the heading, as after a page change.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <>
      {/* It floats above the list without taking up space. */}
      <div className="sticky top-16 z-10 flex h-0 justify-center overflow-visible lg:top-2" role="status">
        {waiting > 0 && (
          <Button className="mt-1 rounded-full! shadow-lg" icon={ArrowUp} onClick={showAll} variant="primary">
            Show {count(waiting)} new
          </Button>
        )}
      </div>
      <DataTable columns={conversationColumns} label="Conversations" rowId={({ id }) => id} rows={shown} />
    </>
  );
}

const conversationColumns: readonly Column<Conversation>[] = [
  { id: 'title', header: 'Title', cell: (conversation) => <Title {...conversation} />, className: 'min-w-40 lg:w-2/5' },
  {
    id: 'status',
    header: 'Status',
    cell: (conversation) => <Status conversation={conversation} />,
    className: 'max-w-72',
  },
  {
    id: 'repository',
    header: 'Repository',
    cell: (conversation) => <Repository {...conversation} />,
    className: 'hidden min-w-40 max-w-60 md:table-cell xl:min-w-52',
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
    className: 'hidden 2xl:table-cell',
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
    cell: (conversation) => <SandboxOf {...conversation} />,
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
    <span className="grid justify-items-start">
      <ConversationLink
        className="wrap-anywhere line-clamp-2 font-medium hover:text-accent hover:underline"
        conversation={{ id, title }}
        hint={title ?? undefined}
      />
      {parent !== null && <span className="text-ink-soft text-xs">Sub-conversation</span>}
    </span>
  );
}

/** One line each: most conversations in a list have the same few repositories. */
function Repository({ selected_repository: repository, selected_branch: branch }: Conversation) {
  if (repository === null) return <span className="text-ink-soft">–</span>;
  return (
    <span className="grid">
      <span className="truncate" title={repository}>
        {repository}
      </span>
      {branch !== null && (
        <span className="flex min-w-0 items-center gap-1 text-ink-soft text-xs" title={branch}>
          <GitBranch aria-hidden className="size-3 shrink-0" />
          <span className="sr-only">branch</span>
          <span className="truncate">{branch}</span>
        </span>
      )}
    </span>
  );
}

function Status({ conversation }: { readonly conversation: Conversation }) {
  const { status_detail: reason } = conversation;
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge conversation={conversation} />
      {reason !== null && (
        <span className="wrap-anywhere line-clamp-2 text-ink-soft text-xs" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

function Cost({ conversation }: { readonly conversation: Conversation }) {
  const cost = totalCost(conversation);
  return cost === undefined ? <span className="text-ink-soft">–</span> : dollars(cost, 4);
}
