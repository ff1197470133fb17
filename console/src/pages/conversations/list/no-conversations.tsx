import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import { useMakers } from '../../../data/makers.ts';
import { useApi } from '../../../session/session.ts';
import { NoMatches } from '../../../ui/filter-chips.tsx';
import { Time } from '../../../ui/time.tsx';
import type { ConversationPage } from '../queries.ts';
import { activeIn, type ListSearch, searchOf } from './conversation-filters.tsx';

/** How many filters are tried one by one: each costs a request. */
const MOST_TRIED = 4;

interface Props {
  readonly filters: ListSearch;
  readonly page: Pick<ConversationPage, 'searched' | 'next_page_id'>;
}

/** Names the filters that leave no conversation, and which of them hides some. */
export function NoConversations({ filters, page: { searched, next_page_id: next } }: Props) {
  const active = activeIn(filters, useMakers({ isWanted: filters.by !== undefined }));
  const remarks = useRemarks(filters, next === null);
  const until = searched?.created_after ?? null;
  const examined = filters.text === undefined ? '' : ` ${count(searched?.events ?? 0)} events were searched.`;
  return (
    <NoMatches active={active} icon={MessagesSquare} noun="conversations" remarks={remarks}>
      {next === null ? (
        examined && <p>{examined}</p>
      ) : (
        <>
          <p>
            {until === null ? (
              'The search is not finished.'
            ) : (
              <>
                The search went back to <Time value={until} />.
              </>
            )}
            {examined}
          </p>
          <Link
            className="font-medium text-accent underline-offset-2 hover:underline"
            search={(search: object) => ({ ...search, page: next })}
            to="."
          >
            Search older conversations
          </Link>
        </>
      )}
    </NoMatches>
  );
}

/** Whether conversations appear without a filter, by its name. Only for a few filters, and never by a text search. */
function useRemarks(filters: ListSearch, isWanted: boolean): ReadonlyMap<string, string> {
  const api = useApi();
  const active = activeIn(filters);
  const isTried = isWanted && active.length > 1 && active.length <= MOST_TRIED;
  const tried = active.filter(({ name }) => isTried && (filters.text === undefined || name === 'text'));
  return useQueries({
    queries: tried.map(({ name }) => {
      const { [name as keyof ListSearch]: _, ...others } = filters;
      const query = { ...searchOf(others), limit: 1 };
      return {
        queryKey: ['conversations', 'without', query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          answerOf(api.GET('/api/v1/app-conversations/search', { params: { query }, signal })),
        staleTime: 30_000,
      };
    }),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const name = tried[index]?.name;
          if (data === undefined || name === undefined) return [];
          return [[name, data.items.length > 0 ? 'hides conversations' : 'hides none by itself'] as const];
        }),
      ),
  });
}
