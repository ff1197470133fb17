import { sendMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { sayNow } from '../../shared/domain/conversations/messages/send-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type TalkDeps, talkDeps } from '../../shared/wiring/agents.ts';

export const sendMessage = implement(endpoint, async ({ params, body, caller, request }, deps: TalkDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  await deps.renewModel(agent);
  await sayNow(agent, body.content, body.run, request.triedAt);
  return { success: true, sandbox_status: 'RUNNING', message: 'The agent has the message.' } as const;
});

export const handler = serve(sendMessage, talkDeps, claimDeps);
