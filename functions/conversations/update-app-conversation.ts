import { updateAppConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { type RenameDeps, renameOnAgent } from '../../shared/domain/agents/proxy/rename-on-agent.ts';
import { changeSeen, type SeenDeps } from '../../shared/domain/conversations/record/change-visibility.ts';
import { homeOf, updateAtHome } from '../../shared/domain/conversations/record/conversation-homes.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { appConversationViewAt, type ViewDeps } from '../../shared/domain/conversations/record/conversation-view.ts';
import { requirePublicLinks } from '../../shared/domain/conversations/sharing/public-links.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock, timestamp } from '../../shared/platform/clock.ts';
import { AppError } from '../../shared/platform/errors.ts';
import {
  conversationHomes,
  conversationReports,
  conversationStore,
  publicLinks,
  startBackfill,
} from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

interface Deps extends RenameDeps, Omit<ViewDeps, 'sandboxes'>, SeenDeps {
  readonly conversations: Pick<ConversationStore, 'update'> & SeenDeps['conversations'];
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly publicLinks: boolean;
}

/** Changes the given fields. Another owner's conversation reads as absent, which hides that the ID exists. */
export const updateAppConversation = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  requirePublicLinks(body.public, deps.publicLinks);
  const { ownerId } = caller;
  const { conversation_id: id } = params;
  const { visibility, ...change } = body;
  const { revisions } = request;
  // Others than members decide about everything of the owner: only a visibility needs a read of the sandbox then.
  const isDecision = visibility !== undefined || (change.public !== undefined && onlyFor(caller) !== undefined);
  const home = isDecision
    ? await changeSeen(caller, { conversationId: id, visibility, change, revisions }, deps)
    : await updateAtHome(ownerId, { conversationId: id, change, at: timestamp(deps.now()), revisions }, deps);
  if (!home) throw new AppError('not_found', 'unknown_app_conversation');
  const { conversation, found } = home;
  if (body.title !== undefined) await renameOnAgent(conversation, homeOf(home), deps);
  return new Revised(await appConversationViewAt(caller, conversation, found, deps), conversation.revision ?? 0);
});

export const handler = serve(updateAppConversation, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxWriter(granted),
  homes: conversationHomes(granted),
  keys: sandboxKeys(granted),
  bringTitle: startBackfill(granted),
  reports: conversationReports(granted),
  publicLinks: publicLinks(),
  now: systemClock,
}));
