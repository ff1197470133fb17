import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { components } from '../../../../../shared/client/api-types.ts';
import { given } from '../../../api/search-params.ts';
import type { Snapshot } from '../../../api/shapes.ts';
import { SANDBOXES } from '../../../data/sandbox-queries.ts';
import { live, liveWhile } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';

export type SnapshotUpdate = components['schemas']['UpdateSnapshotRequest'];

/** One snapshot, refreshed until it is ready. */
export function useSnapshot(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'snapshots', 'one', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/snapshots/{snapshot_id}', { params: { path: { snapshot_id: id } }, signal })),
    refetchInterval: liveWhile<Snapshot>(({ state }) => state === 'CREATING'),
  });
}

export type FileChange = components['schemas']['FileChange'];

/** What changed from one snapshot to another, page by page. Neither changes any more. */
export function useSnapshotChanges(id: string, since: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['snapshot-changes', id, since],
    queryFn: ({ pageParam, signal }) => {
      const query = { since, ...given({ page_id: pageParam }) };
      const params = { path: { snapshot_id: id }, query };
      return answerOf(api.GET('/api/v1/snapshots/{snapshot_id}/changes', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_id: next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A page of the receipts of deleted snapshots, newest first. */
export function useSnapshotDeletions(page: string | undefined, limit: number) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'snapshot-deletions', page],
    queryFn: ({ signal }) => {
      const query = { ...given({ page_id: page }), limit };
      return answerOf(api.GET('/api/v1/snapshot-deletions', { params: { query }, signal }));
    },
    // A sandbox that began from a snapshot can need its data for days.
    refetchInterval: live(),
  });
}
