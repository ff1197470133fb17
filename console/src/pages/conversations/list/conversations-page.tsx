import { getRouteApi, Link } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { given } from '../../../api/search-params.ts';
import { useCan } from '../../../session/session.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useConversations } from '../queries.ts';
import { conversationColumns } from './conversation-columns.tsx';
import { ConversationCount } from './conversation-count.tsx';
import { ConversationFilters } from './conversation-filters.tsx';
import { FirstConversation } from './first-conversation.tsx';
import { searchOf } from './list-search.ts';
import { StartTasks } from './start-tasks.tsx';

const route = getRouteApi('/conversations');

/** How many conversations a page of the list has. */
const PAGE = 25;

/** All conversations of the owner, newest first, and what starts now. */
export function ConversationsPage() {
  const can = useCan();
  const navigate = route.useNavigate();
  const { page, ...filters } = route.useSearch();
  const search = searchOf(filters);
  const conversations = useConversations({ ...search, limit: PAGE, ...given({ page_id: page }) });
  const isFiltered = Object.keys(filters).length > 0;
  const isFirst = conversations.data?.items.length === 0 && !isFiltered && page === undefined;
  const canStart = can('POST /api/v1/app-conversations');
  return (
    <>
      <PageHeader
        actions={
          canStart &&
          !isFirst && (
            <Link className={buttonClasses('primary')} to="/conversations/new">
              <Plus aria-hidden className="size-4" />
              New conversation
            </Link>
          )
        }
        title="Conversations"
      >
        {isFirst ? 'Talk to an agent that works in a sandbox of its own.' : <ConversationCount search={search} />}
      </PageHeader>
      <StartTasks />
      {isFirst && canStart ? (
        <FirstConversation />
      ) : (
        <Card isFlush>
          <ConversationFilters onFilter={(next) => navigate({ search: next })} search={filters} />
          <QueryStates query={conversations}>
            {({ items, next_page_id: next }) => (
              <>
                {items.length > 0 ? (
                  <DataTable columns={conversationColumns} label="Conversations" rowId={({ id }) => id} rows={items} />
                ) : (
                  <EmptyState
                    icon={<MessagesSquare aria-hidden />}
                    title={isFiltered ? 'No conversation fits' : 'No conversations yet'}
                  >
                    {isFiltered
                      ? 'Clear a filter, or look for another part of the title.'
                      : 'Conversations that keys of this owner start appear here.'}
                  </EmptyState>
                )}
                <Pager next={next} page={page} />
              </>
            )}
          </QueryStates>
        </Card>
      )}
    </>
  );
}
