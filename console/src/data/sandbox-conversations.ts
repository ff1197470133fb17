import { useQueries, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { Conversation } from '../api/shapes.ts';
import { live } from '../live/polls.ts';
import { useApi, useCan } from '../session/session.ts';

/** How many conversations of a sandbox are shown. */
export const SHOWN_CONVERSATIONS = 20;

/** Titles rarely change: they are fetched again after this time, in milliseconds. */
const FRESH = 60_000;

function useQueryOf() {
  const api = useApi();
  return (sandboxId: string) => ({
    queryKey: ['conversations', 'of-sandbox', sandboxId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/search', {
          params: {
            query: { sandbox_id__eq: sandboxId, include_sub_conversations: true, limit: SHOWN_CONVERSATIONS },
          },
          signal,
        }),
      ),
  });
}

/** The conversations in a sandbox, newest first, refreshed regularly. */
export function useConversationsIn(sandboxId: string) {
  return useQuery({ ...useQueryOf()(sandboxId), refetchInterval: live({ atLeast: FRESH }) });
}

/** Conversations by their IDs, if the key can read them, without deleted ones. @param ids at most 99 */
export function useConversationsById(ids: readonly string[]) {
  const api = useApi();
  const isAllowed = useCan()('GET /api/v1/app-conversations');
  return useQuery({
    queryKey: ['conversation', 'several', ids],
    queryFn: async ({ signal }) => {
      const found = await answerOf(
        api.GET('/api/v1/app-conversations', { params: { query: { ids: [...ids] } }, signal }),
      );
      return (Array.isArray(found) ? found : found.items).filter((one) => one !== null);
    },
    enabled: isAllowed && ids.length > 0,
    staleTime: FRESH,
    refetchInterval: live({ atLeast: FRESH }),
    // A change of one ID must not blank the others.
    placeholderData: (before) => before,
  });
}

/**
 * The loaded conversations of each sandbox. A sandbox that was started for a conversation has the same ID, so one
 * request finds all of those conversations. Other sandboxes need one request each.
 */
export function useConversationsOf(ids: readonly string[]): ReadonlyMap<string, readonly Conversation[]> {
  const queryOf = useQueryOf();
  const { data: sameIds, isPlaceholderData } = useConversationsById(ids);
  const found = new Map<string, readonly Conversation[]>(sameIds?.map((one) => [one.sandbox_id, [one]]));
  const others = sameIds === undefined || isPlaceholderData ? [] : ids.filter((id) => !found.has(id));
  const searches = useQueries({ queries: others.map((id) => ({ ...queryOf(id), staleTime: FRESH })) });
  for (const [index, id] of others.entries()) {
    const { data } = searches[index] ?? {};
    if (data) found.set(id, data.items);
  }
  return found;
}
