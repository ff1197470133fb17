import { downloadSnapshotFolder as endpoint } from '../../shared/contract/files/snapshot-files.ts';
import { ARCHIVE_BOUNDS, archiveSaved } from '../../shared/domain/files/archive-saved.ts';
import { type ReadSnapshotDeps, reachSnapshot } from '../../shared/domain/files/reach-snapshot.ts';
import { archiveHeaders } from '../../shared/domain/files/read-file.ts';
import { Content, implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { readSnapshotDeps } from '../../shared/wiring/files/snapshot-files.ts';

/** In milliseconds, for the whole archive. */
const PATIENCE = 100_000;

export const downloadSnapshotFolder = implement(endpoint, async ({ params, query, caller }, deps: ReadSnapshotDeps) => {
  const wanted = { ownerId: caller.ownerId, snapshotId: params.snapshot_id };
  const files = await reachSnapshot({ ...wanted, milliseconds: PATIENCE, bounds: ARCHIVE_BOUNDS }, deps);
  const path = files.pathOf(query);
  const pieces = await archiveSaved(files.workspace, path);
  return new Content(200, { ...archiveHeaders(path), 'X-File-Source': 'snapshot' }, pieces);
});

export const handler = serveStream(downloadSnapshotFolder, readSnapshotDeps);
