import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe } from 'vitest';
import { DynamoFollowedConversations } from '../../../../../shared/domain/agents/webhooks/dynamo-followed-conversations.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { DynamoConversationDeletions } from '../../../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import { DynamoConversationHomes } from '../../../../../shared/domain/conversations/record/dynamo-conversation-homes.ts';
import {
  conversationItem,
  DynamoConversationStore,
} from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import {
  conversationDeletionsSuite,
  conversationHomesSuite,
  conversationUpdatesSuite,
  followedConversationsSuite,
} from '../../../../support/conversations/record/conversation-stores.suite.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

const stores = () => ({
  conversations: new DynamoConversationStore(tables.documents, tables),
  followed: new DynamoFollowedConversations(tables.documents, tables),
  sandboxes: new DynamoMeteredSandboxes(tables.documents, tables),
  homes: new DynamoConversationHomes(tables.documents, tables),
  deletions: new DynamoConversationDeletions(tables.documents, tables, (log, now) =>
    deletionMarker(tables.events, log, now),
  ),
  add: async (conversation: Conversation) => {
    const Item = conversationItem(conversation);
    await tables.documents.send(new PutCommand({ TableName: tables.conversations, Item }));
  },
});

describe('conversation deletions in DynamoDB', () => {
  conversationDeletionsSuite(stores);
});

describe('conversations with their sandboxes in DynamoDB', () => {
  conversationHomesSuite(stores);
});

describe('conversation updates in DynamoDB', () => {
  conversationUpdatesSuite(stores);
});

describe('followed conversations in DynamoDB', () => {
  followedConversationsSuite(stores);
});
