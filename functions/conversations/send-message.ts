import { sendMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { sayNow } from '../../shared/domain/conversations/messages/send-message.ts';
import { type ContentDeps, contentFor } from '../../shared/domain/conversations/uploads/large-parts.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { talkDeps } from '../../shared/wiring/agents.ts';

export const sendMessage = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: AgentDeps & ContentDeps) => {
    const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
    await sayNow(agent, await contentFor(caller.ownerId, body.content, deps), body.run, request.triedAt);
    return { success: true, sandbox_status: 'RUNNING', message: 'The agent has the message.' } as const;
  },
);

export const handler = serve(sendMessage, talkDeps, claimDeps);
