import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi } from '../../session/session.ts';
import { stored } from './queries.ts';

/** Several conversations by their ids, in that order, without those that are gone. Undefined until they are known. */
export function useSeveral(ids: readonly string[]) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: stored.several(ids),
    queryFn: async ({ signal }) => {
      const query = { ids: [...ids] };
      const answer = await answerOf(api.GET('/api/v1/app-conversations', { params: { query }, signal }));
      return Array.isArray(answer) ? answer : [];
    },
    enabled: ids.length > 0,
    // One more or less must not take the others away for a moment.
    placeholderData: (shown) => shown,
    refetchInterval: LIVE.normal,
  });
  return data?.filter((one) => one !== null);
}
