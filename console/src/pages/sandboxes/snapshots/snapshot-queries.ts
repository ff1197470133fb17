import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { components } from '../../../../../shared/client/api-types.ts';
import { given } from '../../../api/search-params.ts';
import { SANDBOXES } from '../../../data/sandbox-queries.ts';
import { live } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';

export type SnapshotUpdate = components['schemas']['UpdateSnapshotRequest'];

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
