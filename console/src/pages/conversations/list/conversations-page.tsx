import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import { given } from '../../../api/search-params.ts';
import { live } from '../../../live/polls.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { type ConversationSearch, isChanging, stored, useConversations } from '../queries.ts';
import { StartForm } from '../start/start-form.tsx';
import { ConversationFilters, searchOf } from './conversation-filters.tsx';
import { ConversationList } from './conversation-list.tsx';
import { NoConversations } from './no-conversations.tsx';
import { StartTasks } from './start-tasks.tsx';

const route = getRouteApi('/conversations');

const PAGE = 25;

/** All conversations of the owner, newest first, with the starts in progress. */
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
            <ButtonLink icon={Plus} to="/conversations/new">
              Start a conversation
            </ButtonLink>
          )
        }
        title="Conversations"
      >
        {isFirst ? (
          'Each conversation has an agent that works in its own sandbox.'
        ) : (
          <ConversationCount search={search} />
        )}
      </PageHeader>
      <StartTasks isStarting={conversations.data?.items.some(isChanging) ?? false} />
      {isFirst && canStart ? (
        <FirstConversation />
      ) : (
        <Card isFlush>
          <ConversationFilters
            onFilter={(next) => navigate({ search: next })}
            search={filters}
            shown={conversations.data?.items ?? []}
          />
          <QueryStates query={conversations}>
            {({ items, next_page_id: next, searched }) => (
              <>
                {items.length > 0 ? (
                  <ConversationList
                    isFresh={conversations.isFetchedAfterMount}
                    items={items}
                    key={JSON.stringify([filters, page])}
                  />
                ) : isFiltered ? (
                  <NoConversations filters={filters} page={{ next_page_id: next, searched }} />
                ) : (
                  <EmptyState icon={MessagesSquare} title="No conversations yet">
                    Conversations of the owner that you can see appear here.
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

/** How many conversations exist or match. The count stops at a maximum. */
function ConversationCount({ search }: { readonly search: ConversationSearch }) {
  const api = useApi();
  const isCounted = search.status__eq === undefined && search.text__contains === undefined;
  const { data } = useQuery({
    queryKey: [...stored.count, search],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/app-conversations/count', { params: { query: search }, signal })),
    refetchInterval: live({ atLeast: 60_000 }),
    // Counts do not compare statuses and texts.
    enabled: isCounted,
  });
  if (!isCounted || data === undefined) return 'Newest first.';
  const isFiltered = Object.keys(search).length > 0;
  const noun = isFiltered ? 'matching conversation' : 'conversation';
  return `${count(data)} ${noun}${data === 1 ? '' : 's'}, newest first.`;
}

/** Replaces an empty list. */
function FirstConversation() {
  return (
    <div className="w-full max-w-2xl">
      <Card title="Start your first conversation">
        <StartForm />
      </Card>
    </div>
  );
}
