import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { live } from '../../live/polls.ts';

/** The limits and usage of the key and its owner. Requests for it do not count. */
export function limitsQuery(api: ServiceClient['api']) {
  return queryOptions({
    queryKey: ['limits'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/limits', { signal })),
    refetchInterval: live(),
  });
}
