import { createFileTransfer as endpoint } from '../../shared/contract/files/transfers.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import { createTransfer } from '../../shared/domain/files/transfers.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const createFileTransfer = implement(endpoint, async ({ params, query, body, caller }, deps: ReachDeps) => {
  const { agent, pathOf } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  const { direction, kind, size, mode, modified_at: modifiedAt, overwrite } = body;
  return createTransfer(agent, { direction, kind, path: pathOf(body), size, mode, modifiedAt, overwrite });
});

export const handler = serve(createFileTransfer, reachDeps);
