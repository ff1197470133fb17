import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { Settings } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';

/**
 * The settings of the owner. Changes of profiles or git tokens refresh them.
 *
 * @param isWanted whether the key can read them
 */
export function useSettings(isWanted = true): UseQueryResult<Settings> {
  const api = useApi();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings', { signal })),
    enabled: isWanted,
  });
}
