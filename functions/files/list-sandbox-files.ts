import { listSandboxFiles as endpoint } from '../../shared/contract/files/files.ts';
import { listDirectory } from '../../shared/domain/files/list-directory.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const listSandboxFiles = implement(endpoint, async ({ params, query, caller }, deps: ReachDeps) => {
  const { agent, pathOf } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  const directory = pathOf(query);
  const filters = directory.bytes.toString('base64url');
  const scope = { ownerId: caller.ownerId, list: `files ${params.sandbox_id}`, filters };
  const position = positionOf(query.page_id, scope);
  const after = position === null ? null : Buffer.from(position, 'base64url');
  const { entry, items, next } = await listDirectory(agent, directory, { limit: query.limit, after });
  return {
    entry,
    items: [...items],
    next_page_id: pageIdAfter(next === null ? null : next.toString('base64url'), scope),
  };
});

export const handler = serve(listSandboxFiles, reachDeps);
