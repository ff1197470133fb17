import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { LIVE } from '../../live/intervals.ts';

/** What the key and its owner may do and have used. Calls for it are not counted. */
export function limitsQuery(api: ServiceClient['api']) {
  return queryOptions({
    queryKey: ['limits'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/limits', { signal })),
    refetchInterval: LIVE.normal,
  });
}
