import { useQueries, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { Conversation } from '../api/shapes.ts';
import { LIVE } from '../live/intervals.ts';
import { useApi, useCan } from '../session/session.ts';

/** How many conversations of a sandbox are shown. */
export const SHOWN_CONVERSATIONS = 20;

/** Titles rarely change: they are refetched after this time, in milliseconds. */
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
  return useQuery({ ...useQueryOf()(sandboxId), refetchInterval: LIVE.slow });
}

/** Conversations by their IDs, if the key can read them, without deleted ones. @param ids at most 99 */
export function useConversationsById(ids: readonly string[]) {
  const api = useApi();
  const isAllowed = useCan()('GET /api/v1/app-conversations');
  return useQuery({
    queryKey: ['conversations-by-id', ids],
    queryFn: async ({ signal }) => {
      const found = await answerOf(
        api.GET('/api/v1/app-conversations', { params: { query: { ids: [...ids] } }, signal }),
      );
      return (Array.isArray(found) ? found : found.items).filter((one) => one !== null);
    },
    enabled: isAllowed && ids.length > 0,
    staleTime: FRESH,
    refetchInterval: LIVE.slow,
    placeholderData: (before) => before,
  });
}

/**
 * The conversations in each of some sandboxes, as far as they are loaded. A conversation shares its ID with the sandbox
 * that was started for it, so one request finds all of those; each other sandbox needs a request.
 */
export function useConversationsOf(ids: readonly string[]): ReadonlyMap<string, readonly Conversation[]> {
  const queryOf = useQueryOf();
  const { data: born, isPlaceholderData } = useConversationsById(ids);
  const found = new Map<string, readonly Conversation[]>(born?.map((one) => [one.sandbox_id, [one]]));
  const others = born === undefined || isPlaceholderData ? [] : ids.filter((id) => !found.has(id));
  const searches = useQueries({ queries: others.map((id) => ({ ...queryOf(id), staleTime: FRESH })) });
  for (const [index, id] of others.entries()) {
    const { data } = searches[index] ?? {};
    if (data) found.set(id, data.items);
  }
  return found;
}
