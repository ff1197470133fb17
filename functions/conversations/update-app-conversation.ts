import { updateAppConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { type RenameDeps, renameOnAgent } from '../../shared/domain/agents/proxy/rename-on-agent.ts';
import { homeOf, updateAtHome } from '../../shared/domain/conversations/record/conversation-homes.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { appConversationViewAt, type ViewDeps } from '../../shared/domain/conversations/record/conversation-view.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock, timestamp } from '../../shared/platform/clock.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { conversationReports, conversationStore, startBackfill } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends RenameDeps, Omit<ViewDeps, 'sandboxes'> {
  readonly conversations: Pick<ConversationStore, 'update'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly now: Clock;
}

/** Changes the given fields. Another owner's conversation reads as absent, which hides that the ID exists. */
export const updateAppConversation = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  const { ownerId } = caller;
  const { conversation_id: id } = params;
  const change = { conversationId: id, change: body, at: timestamp(deps.now()), revisions: request.revisions };
  const home = await updateAtHome(ownerId, change, deps);
  if (!home) throw new AppError('not_found', 'unknown_app_conversation');
  const { conversation, found } = home;
  if (body.title !== undefined) await renameOnAgent(conversation, homeOf(home), deps);
  return new Revised(await appConversationViewAt(caller, conversation, found, deps), conversation.revision ?? 0);
});

export const handler = serve(updateAppConversation, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  bringTitle: startBackfill(granted),
  reports: conversationReports(granted),
  now: systemClock,
}));
