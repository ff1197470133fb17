import { listSnapshotChanges as endpoint } from '../../shared/contract/files/snapshot-files.ts';
import { type CompareDeps, compareSnapshots } from '../../shared/domain/files/compare-snapshots.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { compareDeps } from '../../shared/wiring/files/snapshot-files.ts';

export const listSnapshotChanges = implement(endpoint, async ({ params, query, caller }, deps: CompareDeps) => {
  const { ownerId } = caller;
  const { snapshot_id: after } = params;
  const { since: before, limit } = query;
  const scope = { ownerId, list: `changes of snapshot ${after}`, filters: before };
  const position = positionOf(query.page_id, scope);
  // One character for each byte: names need not be UTF-8.
  const from = position === null ? [] : Buffer.from(position, 'base64url').toString('latin1').split('/');
  const { items, next } = await compareSnapshots({ ownerId, before, after, limit, from }, deps);
  const last = next === null ? null : Buffer.from(next.join('/'), 'latin1').toString('base64url');
  return { items: [...items], next_page_id: pageIdAfter(last, scope) };
});

export const handler = serve(listSnapshotChanges, compareDeps);
