import { postEvent as endpoint } from '../../shared/contract/conversations/messages.ts';
import { reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { performRequest, readLegacyEvent } from '../../shared/domain/conversations/messages/legacy-event.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type TalkDeps, talkDeps } from '../../shared/wiring/agents.ts';

export const postEvent = implement(endpoint, async ({ params, body, caller, request }, deps: TalkDeps) => {
  const asked = readLegacyEvent(body);
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  await deps.renewModel(agent);
  await performRequest(asked, agent, request.triedAt);
  return { success: true } as const;
});

export const handler = serve(postEvent, talkDeps, claimDeps);
