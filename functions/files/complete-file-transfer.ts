import { completeFileTransfer as endpoint } from '../../shared/contract/files/transfers.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import { completeTransfer } from '../../shared/domain/files/transfers.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const completeFileTransfer = implement(endpoint, async ({ params, query, caller }, deps: ReachDeps) => {
  const { agent } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  return completeTransfer(agent, params.transfer_id);
});

export const handler = serve(completeFileTransfer, reachDeps);
