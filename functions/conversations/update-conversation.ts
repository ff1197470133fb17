import { type Clock, systemClock, timestamp } from '../../shared/clock.ts';
import { updateConversation as endpoint } from '../../shared/contract/conversation-updates.ts';
import type { ConversationUpdates } from '../../shared/conversations/conversation-updates.ts';
import { renameOnAgent } from '../../shared/conversations/rename-on-agent.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { conversationUpdates } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly updates: ConversationUpdates;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
  readonly now: Clock;
}

/** There is no 403: another owner's conversation reads as absent, as everywhere. */
export const updateConversation = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const { conversation_id: id } = params;
  const conversation = await deps.updates.update(caller.ownerId, id, { title: body.title }, timestamp(deps.now()));
  if (!conversation) throw new NotFoundError('Conversation', id, { msg_id: 'CONVERSATION$NOT_FOUND' });
  await renameOnAgent(conversation, deps);
  return true as const;
});

export const handler = serve(updateConversation, () => ({
  updates: conversationUpdates(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  now: systemClock,
}));
