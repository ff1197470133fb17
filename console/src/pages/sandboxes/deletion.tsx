import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { given } from '../../api/search-params.ts';
import type { SandboxDeletion } from '../../api/shapes.ts';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';

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

/** How far a deletion is. */
export function DeletionState({ completed_at: completed }: Pick<SandboxDeletion, 'completed_at'>) {
  return completed === null ? (
    <Badge isMoving tone="info">
      Deleting
    </Badge>
  ) : (
    <Badge tone="good">Deleted</Badge>
  );
}

const kinds = { volume: 'disk', snapshot: 'snapshot' } as const;
const results = { pending: 'deletion pending', deleted: 'deleted' } as const;

/** Everything that held the workspace of a deleted sandbox, and whether it is gone. */
export function DeletedDisks({ disks }: Pick<SandboxDeletion, 'disks'>) {
  if (disks === null) return <span className="text-ink-soft">Listed once the machine has stopped</span>;
  if (disks.length === 0) return <span className="text-ink-soft">None</span>;
  return (
    <ul className="grid gap-0.5 text-xs">
      {disks.map(({ kind, id, result }) => (
        <li key={id}>
          <span className="text-ink-soft">{kinds[kind]}</span> <code className="break-all font-mono">{id}</code>{' '}
          {results[result]}
        </li>
      ))}
    </ul>
  );
}
