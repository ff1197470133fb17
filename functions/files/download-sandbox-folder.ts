import { setTimeout as pause } from 'node:timers/promises';
import { downloadSandboxFolder as endpoint } from '../../shared/contract/files/files.ts';
import { archiveRunning } from '../../shared/domain/files/archive-running.ts';
import { ARCHIVE_BOUNDS, archiveSaved } from '../../shared/domain/files/archive-saved.ts';
import { type ReadFolderDeps, reachFolder } from '../../shared/domain/files/reach-files.ts';
import { archiveHeaders } from '../../shared/domain/files/read-file.ts';
import { Content, implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { savedVolumes } from '../../shared/wiring/files.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

/** For reading a saved workspace, in milliseconds. */
const PATIENCE = 100_000;

interface Deps extends ReadFolderDeps {
  readonly pause: (milliseconds: number) => Promise<void>;
}

export const downloadSandboxFolder = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  const wanted = { sandboxId: params.sandbox_id, ownerId: caller.ownerId };
  const files = await reachFolder({ ...wanted, milliseconds: PATIENCE, bounds: ARCHIVE_BOUNDS }, deps);
  const path = files.pathOf(query);
  const pieces = await (files.source === 'sandbox'
    ? archiveRunning(files.agent, path, deps)
    : archiveSaved(files.workspace, path));
  return new Content(200, { ...archiveHeaders(path), 'X-File-Source': files.source }, pieces);
});

export const handler = serveStream(downloadSandboxFolder, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  volumes: savedVolumes(),
  now: systemClock,
  pause: (milliseconds: number) => pause(milliseconds),
}));
