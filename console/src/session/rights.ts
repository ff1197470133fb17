import { type QueryClient, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { CurrentKey } from '../api/shapes.ts';

const RIGHTS = ['current-key'];

/** An administrator can change a role at any time: a tab that is looked at again asks at most this often. */
const AT_LEAST = 60_000;

/** What the key or the person can do. It is read again when the service refuses what it allowed before. */
export function useRights({ api }: ServiceClient) {
  return useQuery({
    queryKey: RIGHTS,
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys/current', { signal })),
    staleTime: AT_LEAST,
  });
}

/** After a failed request: whether it shows that the session can do less than the page offers. */
export function noteRefusal(queries: QueryClient, error: unknown): void {
  const scope = error instanceof ApiProblem ? error.problem?.required_scope : undefined;
  const known = queries.getQueryData<CurrentKey>(RIGHTS)?.scopes ?? [];
  const isNew = scope !== undefined && known.some((one) => one === scope || one === 'admin');
  if (isNew) void queries.invalidateQueries({ queryKey: RIGHTS });
}
