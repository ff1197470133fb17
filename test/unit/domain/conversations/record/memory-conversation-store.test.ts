import { beforeEach, describe } from 'vitest';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { conversationDeletionsSuite } from '../../../../support/conversations/record/conversation-deletions.suite.ts';
import { conversationHomesSuite } from '../../../../support/conversations/record/conversation-homes.suite.ts';
import { conversationStoreSuite } from '../../../../support/conversations/record/conversation-store.suite.ts';
import { conversationUpdatesSuite } from '../../../../support/conversations/record/conversation-updates.suite.ts';
import { followedConversationsSuite } from '../../../../support/conversations/record/followed-conversations.suite.ts';
import { conversationStartsSuite } from '../../../../support/conversations/start/conversation-starts.suite.ts';
import { type ServiceDeps, serviceDeps } from '../../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const stores = () => ({
  ...deps,
  store: deps.conversations,
  add: async (conversation: Conversation) => deps.conversations.put(conversation),
});

describe('conversations in memory', () => {
  conversationStoreSuite(stores);
});

describe('conversations with their sandboxes in memory', () => {
  conversationHomesSuite(stores);
});

describe('conversation starts in memory', () => {
  conversationStartsSuite(stores);
});

describe('conversation updates in memory', () => {
  conversationUpdatesSuite(stores);
});

describe('conversation deletions in memory', () => {
  conversationDeletionsSuite(stores);
});

describe('followed conversations in memory', () => {
  followedConversationsSuite(stores);
});
