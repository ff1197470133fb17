import { listSandboxFiles as endpoint } from '../../shared/contract/files/files.ts';
import { listDirectory } from '../../shared/domain/files/list-directory.ts';
import { listSaved } from '../../shared/domain/files/list-saved.ts';
import { type ReadFilesDeps, reachReadableFiles } from '../../shared/domain/files/reach-files.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { readFilesDeps } from '../../shared/wiring/files.ts';

/** For reading a saved workspace, in milliseconds. */
const PATIENCE = 20_000;

export const listSandboxFiles = implement(endpoint, async ({ params, query, caller }, deps: ReadFilesDeps) => {
  const reach = { caller, sandboxId: params.sandbox_id, resume: query.resume };
  const files = await reachReadableFiles(reach, PATIENCE, deps);
  const directory = files.pathOf(query);
  const filters = directory.bytes.toString('base64url');
  const scope = { ownerId: caller.ownerId, list: `files ${params.sandbox_id}`, filters };
  const position = positionOf(query.page_id, scope);
  const page = { limit: query.limit, after: position === null ? null : Buffer.from(position, 'base64url') };
  const { entry, items, next } = await (files.source === 'sandbox'
    ? listDirectory(files.agent, directory, page)
    : listSaved(files.workspace, directory, page));
  return {
    entry,
    items: [...items],
    next_page_id: pageIdAfter(next === null ? null : next.toString('base64url'), scope),
    source: files.source,
  };
});

export const handler = serve(listSandboxFiles, readFilesDeps);
