import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { paths } from '../../../shared/client/api-types.ts';
import { given } from '../api/search-params.ts';
import type { Snapshot } from '../api/shapes.ts';
import { liveWhile } from '../live/polls.ts';
import { useApi } from '../session/session.ts';
import { SANDBOXES } from './sandbox-queries.ts';

type Query = NonNullable<paths['/api/v1/snapshots/search']['get']['parameters']['query']>;
export type SnapshotSearch = Pick<Query, 'sandbox_id__eq' | 'state__eq'>;

interface Page {
  readonly filters: SnapshotSearch;
  readonly page?: string | undefined;
  readonly limit: number;
  /** Whether the key can read the list and the page shows it. */
  readonly isWanted?: boolean;
}

interface Snapshots {
  readonly items: readonly Snapshot[];
}

/** A page of snapshots, newest first, refreshed regularly. */
export function useSnapshots({ filters, page, limit, isWanted = true }: Page) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'snapshots', filters, page, limit],
    queryFn: ({ signal }) => {
      const query = { ...filters, ...given({ page_id: page }), limit };
      return answerOf(api.GET('/api/v1/snapshots/search', { params: { query }, signal }));
    },
    refetchInterval: liveWhile<Snapshots>(({ items }) => items.some(({ state }) => state === 'CREATING')),
    enabled: isWanted,
  });
}

/** The name of a snapshot, or that it has none. */
export function nameOf({ name }: Pick<Snapshot, 'name'>): string {
  return name ?? 'Unnamed';
}
