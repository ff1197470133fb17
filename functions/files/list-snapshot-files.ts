import { listSnapshotFiles as endpoint } from '../../shared/contract/files/snapshot-files.ts';
import { listSaved } from '../../shared/domain/files/list-saved.ts';
import { type ReadSnapshotDeps, reachSnapshot } from '../../shared/domain/files/reach-snapshot.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { readSnapshotDeps } from '../../shared/wiring/files/snapshot-files.ts';

/** In milliseconds: API Gateway waits 29 seconds. */
const PATIENCE = 20_000;

export const listSnapshotFiles = implement(endpoint, async ({ params, query, caller }, deps: ReadSnapshotDeps) => {
  // Checked before anything is read from EBS.
  const filters = `${query.path ?? ''} ${query.path_base64 ?? ''}`;
  const scope = { ownerId: caller.ownerId, list: `files of snapshot ${params.snapshot_id}`, filters };
  const position = positionOf(query.page_id, scope);
  const after = position === null ? null : Buffer.from(position, 'base64url');
  const wanted = { ownerId: caller.ownerId, snapshotId: params.snapshot_id, milliseconds: PATIENCE };
  const { workspace, pathOf } = await reachSnapshot(wanted, deps);
  const { entry, items, next } = await listSaved(workspace, pathOf(query), { limit: query.limit, after });
  return {
    entry,
    items: [...items],
    next_page_id: pageIdAfter(next === null ? null : next.toString('base64url'), scope),
    source: 'snapshot' as const,
  };
});

export const handler = serve(listSnapshotFiles, readSnapshotDeps);
