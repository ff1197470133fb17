import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useSandboxes } from '../../data/sandbox-queries.ts';
import { live } from '../../live/polls.ts';
import { useApi, useCan } from '../../session/session.ts';

/** How many of the newest items are loaded. */
export const LOOKED_AT = 100;

/** How many days failed starts are reported. */
export const FAILURE_DAYS = 7;

const SHOWN_CONVERSATIONS = 6;

const DAY_MS = 86_400_000;

/** The newest sandboxes, if the key can read them. */
export function useNewestSandboxes() {
  return useSandboxes({ limit: LOOKED_AT, isWanted: useCan()('GET /api/v1/sandboxes/search') });
}

/** The newest starts of the last days, if the key can read them. */
export function useRecentStarts(today: Date) {
  const api = useApi();
  const since = new Date(today.getTime() - FAILURE_DAYS * DAY_MS).toISOString();
  return useQuery({
    queryKey: ['start-tasks', 'since', since],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/start-tasks/search', {
          params: { query: { created_at__gte: since, limit: LOOKED_AT } },
          signal,
        }),
      ),
    refetchInterval: live(),
    enabled: useCan()('GET /api/v1/app-conversations/start-tasks/search'),
  });
}

/** The newest conversations. An owner without any is a new one. */
export function useNewestConversations() {
  const api = useApi();
  const query = { limit: SHOWN_CONVERSATIONS } as const;
  return useQuery({
    queryKey: ['conversations', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/app-conversations/search', { params: { query }, signal })),
    refetchInterval: live(),
    enabled: useCan()('GET /api/v1/app-conversations/search'),
  });
}
