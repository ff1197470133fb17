import { switchProfile as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { type SwitchDeps, switchProfile as switchTo } from '../../shared/domain/agents/proxy/switch-model.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { switchDeps } from '../../shared/wiring/agents.ts';

export const switchProfile = implement(endpoint, async ({ params, body, caller }, deps: SwitchDeps) => {
  await switchTo(caller.ownerId, params.conversation_id, body.profile_name, deps);
  return { success: true } as const;
});

export const handler = serve(switchProfile, switchDeps);
