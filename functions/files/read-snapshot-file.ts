import { readSnapshotFile as endpoint } from '../../shared/contract/files/snapshot-files.ts';
import { type ReadSnapshotDeps, reachSnapshot } from '../../shared/domain/files/reach-snapshot.ts';
import { readSaved } from '../../shared/domain/files/read-saved.ts';
import { Content, implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { readSnapshotDeps } from '../../shared/wiring/files/snapshot-files.ts';

/** In milliseconds, for the whole file. */
const PATIENCE = 100_000;

export const readSnapshotFile = implement(
  endpoint,
  async ({ params, query, caller, request }, deps: ReadSnapshotDeps) => {
    const wanted = { ownerId: caller.ownerId, snapshotId: params.snapshot_id, milliseconds: PATIENCE };
    const { workspace, pathOf } = await reachSnapshot(wanted, deps);
    const { status, headers, pieces } = await readSaved(workspace, pathOf(query), request.conditions ?? {});
    return new Content(status, { ...headers, 'X-File-Source': 'snapshot' }, pieces);
  },
);

export const handler = serveStream(readSnapshotFile, readSnapshotDeps);
