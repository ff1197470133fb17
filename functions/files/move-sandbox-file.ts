import { moveSandboxFile as endpoint } from '../../shared/contract/files/files.ts';
import { moveFile } from '../../shared/domain/files/change-files.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const moveSandboxFile = implement(endpoint, async ({ params, query, body, caller }, deps: ReachDeps) => {
  const { agent, pathOf } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  const from = pathOf({ path: body.from, path_base64: body.from_base64 });
  await moveFile(agent, { from, to: pathOf({ path: body.to }), overwrite: body.overwrite });
  return { success: true } as const;
});

export const handler = serve(moveSandboxFile, reachDeps);
