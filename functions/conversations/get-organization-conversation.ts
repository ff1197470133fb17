import { getOrganizationConversation as endpoint } from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMemberStore } from '../../shared/domain/accounts/people/dynamo-member-store.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import {
  byPerson,
  organizationConversation,
} from '../../shared/domain/conversations/organizations/organization-conversation.ts';
import type { ConversationHomes } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { memberStore } from '../../shared/wiring/accounts.ts';
import { conversationHomes } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly homes: ConversationHomes;
  readonly members: Pick<DynamoMemberStore, 'find'>;
}

export const getOrganizationConversation = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  requireSeesAll(params.org_id, caller, 'conversations');
  const { ownerId } = caller;
  const { conversation, found } = await requireHome(ownerId, params.conversation_id, deps);
  const { created_by: maker } = conversation;
  const user = maker === undefined ? undefined : await deps.members.find(ownerId, maker);
  return organizationConversation(conversation, found, byPerson(user ? [user] : []));
});

export const handler = serve(getOrganizationConversation, (granted) => ({
  homes: conversationHomes(granted),
  members: memberStore(granted),
}));
