import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { given } from '../api/search-params.ts';
import { LIVE } from '../live/intervals.ts';
import { useApi } from '../session/session.ts';

/** What is known of sandboxes begins with this; a change of one makes all of it old. */
export const SANDBOXES = 'sandboxes';

interface Page {
  readonly page?: string | undefined;
  readonly limit: number;
  /** Whether the key may read it and it is looked at. */
  readonly isWanted?: boolean;
}

/** A page of the sandboxes, newest first, kept up to date. */
export function useSandboxes({ page, limit, isWanted = true }: Page) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'list', page, limit],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandboxes/search', { params: { query: { ...given({ page_id: page }), limit } }, signal }),
      ),
    refetchInterval: LIVE.normal,
    enabled: isWanted,
  });
}

/**
 * One sandbox with its steps, kept up to date: more often while it is on its way.
 *
 * @param isWanted whether there is one and the key may read it
 */
export function useSandbox(id: string, isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'one', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: id } }, signal })),
    refetchInterval: ({ state: { data, error } }) => {
      if (isAbsent(error)) return false;
      return data?.status === 'STARTING' ? LIVE.fast : LIVE.normal;
    },
    enabled: isWanted,
  });
}

/** Whether an answer says that a sandbox, or a receipt, is not there. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}
