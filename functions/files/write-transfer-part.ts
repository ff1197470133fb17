import { writeTransferPart as endpoint } from '../../shared/contract/files/transfers.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import { receivePart } from '../../shared/domain/files/transfers.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement, reading } from '../../shared/http/operation/operation.ts';
import { readBytes } from '../../shared/http/request/read-bytes.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const writeTransferPart = reading(
  readBytes,
  implement(endpoint, async ({ params, query, body, caller }, deps: ReachDeps) => {
    const { agent } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
    await receivePart(agent, { id: params.transfer_id, number: params.number, content: body });
    return { success: true } as const;
  }),
);

export const handler = serve(writeTransferPart, reachDeps);
