import { type Clock, systemClock, timestamp } from '../../shared/clock.ts';
import { updateAppConversation as endpoint } from '../../shared/contract/conversation-updates.ts';
import type { ConversationUpdates } from '../../shared/conversations/conversation-updates.ts';
import { appConversationViews } from '../../shared/conversations/conversation-view.ts';
import { renameOnAgent } from '../../shared/conversations/rename-on-agent.ts';
import { AppError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { conversationUpdates } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly updates: ConversationUpdates;
  readonly sandboxes: Pick<SandboxStore, 'find' | 'findMany'>;
  readonly keys: SandboxKeys;
  readonly now: Clock;
}

/** Only what was sent is changed. Another owner's conversation reads as absent: anything else would confirm that the id exists. */
export const updateAppConversation = implement(endpoint, async ({ params, body, caller: { ownerId } }, deps: Deps) => {
  const { conversation_id: id } = params;
  const conversation = await deps.updates.update(ownerId, id, body, timestamp(deps.now()));
  if (!conversation) throw new AppError('not_found', 'unknown_app_conversation');
  if (body.title !== undefined) await renameOnAgent(conversation, deps);
  const [view] = await appConversationViews(ownerId, [conversation], deps);
  if (!view) throw new Error(`conversation ${id} has no view`);
  return view;
});

export const handler = serve(updateAppConversation, () => ({
  updates: conversationUpdates(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  now: systemClock,
}));
