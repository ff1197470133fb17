import { deleteSandboxFile as endpoint } from '../../shared/contract/files/files.ts';
import { removeFile } from '../../shared/domain/files/change-files.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const deleteSandboxFile = implement(endpoint, async ({ params, query, caller }, deps: ReachDeps) => {
  const { agent, pathOf } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  await removeFile(agent, pathOf(query), query.recursive);
  return { success: true } as const;
});

export const handler = serve(deleteSandboxFile, reachDeps);
