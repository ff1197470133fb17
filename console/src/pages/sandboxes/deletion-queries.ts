import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { given } from '../../api/search-params.ts';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi } from '../../session/session.ts';

/** A page of the receipts of deletions, the last deletion first, kept up to date. */
export function useDeletions(page: string | undefined, limit: number) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'deletions', page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandbox-deletions', { params: { query: { ...given({ page_id: page }), limit } }, signal }),
      ),
    refetchInterval: LIVE.normal,
  });
}

/** The receipt of one deletion. It fails with a 404 where there is none. */
export function useDeletion(sandboxId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'deletion', sandboxId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandbox-deletions/{sandbox_id}', { params: { path: { sandbox_id: sandboxId } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.completed_at === null ? LIVE.normal : false),
  });
}
