import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { Settings } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';

/**
 * The settings of the owner. What changes profiles or git tokens asks for them anew.
 *
 * @param isWanted whether the key may read them
 */
export function useSettings(isWanted = true): UseQueryResult<Settings> {
  const api = useApi();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings', { signal })),
    enabled: isWanted,
  });
}
