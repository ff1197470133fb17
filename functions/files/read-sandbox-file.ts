import { readSandboxFile as endpoint } from '../../shared/contract/files/files.ts';
import { type ReadFilesDeps, reachReadableFiles } from '../../shared/domain/files/reach-files.ts';
import { readFile } from '../../shared/domain/files/read-file.ts';
import { readSaved } from '../../shared/domain/files/read-saved.ts';
import { Content, implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { readFilesDeps } from '../../shared/wiring/files.ts';

/** For reading a saved workspace, in milliseconds. */
const PATIENCE = 100_000;

export const readSandboxFile = implement(endpoint, async ({ params, query, caller, request }, deps: ReadFilesDeps) => {
  const reach = { caller, sandboxId: params.sandbox_id, resume: query.resume };
  const files = await reachReadableFiles(reach, PATIENCE, deps);
  const conditions = request.conditions ?? {};
  const { status, headers, pieces } = await (files.source === 'sandbox'
    ? readFile(files.agent, files.pathOf(query), conditions)
    : readSaved(files.workspace, files.pathOf(query), conditions));
  return new Content(status, { ...headers, 'X-File-Source': files.source }, pieces);
});

export const handler = serveStream(readSandboxFile, readFilesDeps);
