import { postEvent as endpoint } from '../../shared/contract/conversations/messages.ts';
import { reachAgent, requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { command, readLegacyEvent } from '../../shared/domain/conversations/messages/legacy-event.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { takingMessages } from '../../shared/domain/conversations/messages/queue.ts';
import { requireTaken } from '../../shared/domain/conversations/messages/store-message.ts';
import { type MessageDeps, takeMessage, wasTaken } from '../../shared/domain/conversations/messages/take-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { messageDeps } from '../../shared/wiring/agents.ts';

export const postEvent = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request: { triedAt } }, deps: MessageDeps) => {
    const asked = readLegacyEvent(body);
    if (asked.kind !== 'say') await command(asked, await reachAgent(ownerId, params.conversation_id, deps), triedAt);
    else {
      const conversation = takingMessages(await requireHome(ownerId, params.conversation_id, deps));
      if (triedAt === null || !(await wasTaken(conversation, asked.content, triedAt, deps))) {
        const message = newPendingMessage(asked.content, deps.now());
        requireTaken(await takeMessage(conversation, message, async () => [], deps));
      }
    }
    return { success: true } as const;
  },
);

export const handler = serve(postEvent, messageDeps, claimDeps);
