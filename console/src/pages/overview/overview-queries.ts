import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useSandboxes } from '../../data/sandbox-queries.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi, useCan } from '../../session/session.ts';

/** How many of the newest are looked at. */
export const LOOKED_AT = 100;

/** For how many days failures of starts are told of. */
export const FAILURE_DAYS = 7;

const DAY_MS = 86_400_000;

/** The newest sandboxes, where the key may see them. */
export function useNewestSandboxes() {
  return useSandboxes({ limit: LOOKED_AT, isWanted: useCan()('GET /api/v1/sandboxes/search') });
}

/** The newest starts of the last days, where the key may see them. */
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
    refetchInterval: LIVE.normal,
    enabled: useCan()('GET /api/v1/app-conversations/start-tasks/search'),
  });
}

/** The newest conversation, by which an owner is known who has none yet. */
export function useNewestConversation() {
  const api = useApi();
  return useQuery({
    queryKey: ['conversations', { limit: 1 }],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/app-conversations/search', { params: { query: { limit: 1 } }, signal })),
    refetchInterval: LIVE.slow,
    enabled: useCan()('GET /api/v1/app-conversations/search'),
  });
}

/** What the month (UTC) has cost, where the key may see it. */
export function useMonthCost() {
  const api = useApi();
  return useQuery({
    queryKey: ['usage', 'month-cost'],
    queryFn: async ({ signal }) => {
      const query = { group_by: 'spec', format: 'json', limit: 1 } as const;
      const report = await answerOf(api.GET('/api/v1/usage', { params: { query }, signal }));
      if (typeof report === 'string') throw new Error('The report has come as a text, not as JSON.');
      return report;
    },
    refetchInterval: LIVE.slow,
    enabled: useCan()('GET /api/v1/usage'),
  });
}
