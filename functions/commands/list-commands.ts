import { listCommands as endpoint } from '../../shared/contract/commands/commands.ts';
import { listedCommands } from '../../shared/domain/commands/list-commands.ts';
import { reach } from '../../shared/domain/commands/reach-commands.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const listCommands = implement(endpoint, async ({ params, query, caller }, deps: ReachDeps) => {
  const agent = await reach({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  return { items: [...(await listedCommands(agent))] };
});

export const handler = serve(listCommands, reachDeps);
