import { updateConversation as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import { type RenameDeps, renameOnAgent } from '../../shared/domain/agents/proxy/rename-on-agent.ts';
import { homeOf, updateAtHome } from '../../shared/domain/conversations/record/conversation-homes.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock, timestamp } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { conversationStore, startBackfill } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends RenameDeps {
  readonly conversations: Pick<ConversationStore, 'update'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
  readonly now: Clock;
}

/** Another owner's conversation reads as absent, so there is no 403. */
export const updateConversation = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const { conversation_id: id } = params;
  const change = { conversationId: id, change: { title: body.title }, at: timestamp(deps.now()) };
  const home = await updateAtHome(caller.ownerId, change, deps);
  if (!home) throw new NotFoundError('Conversation', id, { msg_id: 'CONVERSATION$NOT_FOUND' });
  await renameOnAgent(home.conversation, homeOf(home), deps);
  return true as const;
});

export const handler = serve(updateConversation, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  bringTitle: startBackfill(granted),
  now: systemClock,
}));
