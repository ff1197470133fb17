import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { Overview } from '../../api/shapes.ts';
import { isChanging, SANDBOXES } from '../../data/sandbox-queries.ts';
import { liveWhile } from '../../live/polls.ts';
import { useApi } from '../../session/session.ts';
import { isUnderWay } from '../conversations/start/use-start-task.ts';

/** How many of the newest sandboxes and starts the service examines. */
export const LOOKED_AT = 100;

/** How many days failed starts are reported. */
export const FAILURE_DAYS = 7;

const DAY_MS = 86_400_000;

/** Everything on the page. Each change of a sandbox or conversation refreshes it. */
export function useOverview(today: Date) {
  const api = useApi();
  const since = new Date(today.getTime() - FAILURE_DAYS * DAY_MS).toISOString();
  return useQuery({
    queryKey: [SANDBOXES, 'overview', since],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/overview', { params: { query: { starts_from: since } }, signal })),
    refetchInterval: liveWhile<Overview>(
      ({ sandboxes, starts }) => sandboxes?.items.some(isChanging) || starts?.items.some(isUnderWay) || false,
    ),
  });
}
