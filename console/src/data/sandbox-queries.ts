import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { paths } from '../../../shared/client/api-types.ts';
import { given } from '../api/search-params.ts';
import { LIVE } from '../live/intervals.ts';
import { useApi } from '../session/session.ts';

/** The first part of all query keys of sandboxes: a change of one sandbox invalidates them all. */
export const SANDBOXES = 'sandboxes';

export type SandboxSearch = Omit<
  NonNullable<paths['/api/v1/sandboxes/search']['get']['parameters']['query']>,
  'page_id' | 'limit'
>;

interface Page {
  readonly filters?: SandboxSearch;
  readonly page?: string | undefined;
  readonly limit: number;
  /** Whether the key can read the list and the page shows it. */
  readonly isWanted?: boolean;
}

/** A page of sandboxes, newest first, refreshed regularly. */
export function useSandboxes({ filters = {}, page, limit, isWanted = true }: Page) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'list', filters, page, limit],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandboxes/search', {
          params: { query: { ...filters, ...given({ page_id: page }), limit } },
          signal,
        }),
      ),
    refetchInterval: LIVE.normal,
    enabled: isWanted,
  });
}

/**
 * One sandbox with its steps, refreshed more often while it starts.
 *
 * @param isWanted whether it exists and the key can read it
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

/** Whether an error means that the requested resource does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}
