import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import { given } from '../../../api/search-params.ts';
import { live } from '../../../live/polls.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CheckboxField, TextField } from '../../../ui/fields.tsx';
import { type ActiveFilter, ActiveFilters, NoMatches } from '../../../ui/filter-chips.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { type ConversationSearch, isChanging, stored, useConversations } from '../queries.ts';
import { StartForm } from '../start/start-form.tsx';
import { ConversationList } from './conversation-list.tsx';
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
  const active = activeIn(filters);
  const isFiltered = active.length > 0;
  const isFirst = conversations.data?.items.length === 0 && !isFiltered && page === undefined;
  const canStart = can('POST /api/v1/app-conversations');
  return (
    <>
      <PageHeader
        actions={
          canStart &&
          !isFirst && (
            <ButtonLink icon={Plus} to="/conversations/new">
              New conversation
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
          <ConversationFilters onFilter={(next) => navigate({ search: next })} search={filters} />
          {isFiltered && (
            <div className="border-line border-b px-4 py-3">
              <ActiveFilters active={active} />
            </div>
          )}
          <QueryStates query={conversations}>
            {({ items, next_page_id: next }) => (
              <>
                {items.length > 0 ? (
                  <ConversationList
                    isFresh={conversations.isFetchedAfterMount}
                    items={items}
                    key={JSON.stringify([filters, page])}
                  />
                ) : isFiltered ? (
                  <NoMatches active={active} icon={MessagesSquare} noun="conversations" />
                ) : (
                  <EmptyState icon={MessagesSquare} title="No conversations yet">
                    Conversations started with any key of this owner appear here.
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

interface Props {
  readonly search: ListSearch;
  readonly onFilter: (search: ListSearch) => void;
}

/** The search by title, with less common filters behind a button. */
function ConversationFilters({ search, onFilter }: Props) {
  const { title, ...others } = search;
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || Object.keys(others).length > 0;
  return (
    <Filters
      further={
        !isOpen && (
          <Button onClick={() => setOpened(true)} variant="quiet">
            More filters
          </Button>
        )
      }
      isFiltered={false}
      label="Filter conversations"
      onFilter={onFilter}
    >
      <TextField defaultValue={title} label="Title contains" maxLength={200} name="title" type="search" />
      {isOpen && (
        <>
          <TextField defaultValue={search.from} label="Created from" name="from" type="date" />
          <TextField defaultValue={search.until} label="Created to" name="until" type="date" />
          <TextField defaultValue={search.changed_from} label="Updated from" name="changed_from" type="date" />
          <TextField defaultValue={search.changed_until} label="Updated to" name="changed_until" type="date" />
          <TextField defaultValue={search.sandbox} label="Sandbox ID" name="sandbox" />
          <div className="self-center">
            <CheckboxField
              defaultChecked={search.subs !== undefined}
              label="Include sub-conversations"
              name="subs"
              value="yes"
            />
          </div>
        </>
      )}
    </Filters>
  );
}

/** How many conversations exist or match. The count stops at a maximum. */
function ConversationCount({ search }: { readonly search: ConversationSearch }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...stored.count, search],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/app-conversations/count', { params: { query: search }, signal })),
    refetchInterval: live({ atLeast: 60_000 }),
  });
  if (data === undefined) return 'Newest first.';
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

/** The filters in the URL. Days are in the reader's time zone; `subs`: with sub-conversations. */
type ListSearch = Partial<
  Readonly<Record<'title' | 'from' | 'until' | 'changed_from' | 'changed_until' | 'sandbox' | 'subs', string>>
>;

const filterLabels: Readonly<Record<keyof ListSearch, string>> = {
  title: 'Title contains',
  from: 'Created from',
  until: 'Created to',
  changed_from: 'Updated from',
  changed_until: 'Updated to',
  sandbox: 'Sandbox ID',
  subs: 'Sub-conversations',
};

/** The filters in words. */
function activeIn(filters: ListSearch): readonly ActiveFilter[] {
  return (Object.keys(filterLabels) as (keyof ListSearch)[]).flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, label: filterLabels[name], text: value }];
  });
}

/** The filters as the service expects them. An invalid day is left out. */
export function searchOf(filters: ListSearch): ConversationSearch {
  return given({
    title__contains: filters.title,
    created_at__gte: startOf(filters.from, 0),
    created_at__lt: startOf(filters.until, 1),
    updated_at__gte: startOf(filters.changed_from, 0),
    updated_at__lt: startOf(filters.changed_until, 1),
    sandbox_id__eq: filters.sandbox,
    include_sub_conversations: filters.subs === undefined ? undefined : true,
  });
}

/** The start of a day in the reader's time zone, plus a number of days. */
function startOf(day: string | undefined, later: number): string | undefined {
  const parts = day?.split('-').map(Number) ?? [];
  const [year, month, date] = parts;
  if (year === undefined || month === undefined || date === undefined || parts.some(Number.isNaN)) return undefined;
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
