import { getRouteApi, Link } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { given } from '../../../api/search-params.ts';
import { useCan } from '../../../session/session.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useConversations } from '../queries.ts';
import { ConversationCount } from './conversation-count.tsx';
import { ConversationFilters } from './conversation-filters.tsx';
import { ConversationList } from './conversation-list.tsx';
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
        {isFirst ? 'Work with an agent that has a sandbox of its own.' : <ConversationCount search={search} />}
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
                  <ConversationList
                    isFresh={conversations.isFetchedAfterMount}
                    items={items}
                    key={JSON.stringify([filters, page])}
                  />
                ) : (
                  <EmptyState
                    icon={<MessagesSquare aria-hidden />}
                    title={isFiltered ? 'No matching conversations' : 'No conversations yet'}
                  >
                    {isFiltered
                      ? 'Clear the filters, or search for something else.'
                      : 'Conversations that are started with the keys of this owner appear here.'}
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
