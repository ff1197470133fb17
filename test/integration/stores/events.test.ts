import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoConversationDeletions } from '../../../shared/conversations/dynamo-conversation-deletions.ts';
import { conversationItem, DynamoConversationStore } from '../../../shared/conversations/dynamo-conversation-store.ts';
import { DynamoFollowedConversations } from '../../../shared/conversations/dynamo-followed-conversations.ts';
import { deletionMarker } from '../../../shared/events/deletion-marker.ts';
import { DynamoEventLeases } from '../../../shared/events/dynamo-event-leases.ts';
import { DynamoEventPurge } from '../../../shared/events/dynamo-event-purge.ts';
import { DynamoEventReader } from '../../../shared/events/dynamo-event-reader.ts';
import { DynamoEventWriter } from '../../../shared/events/dynamo-event-writer.ts';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { eventStoreSuite } from '../../support/event-store.suite.ts';
import { followedConversationsSuite } from '../../support/followed-conversations.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

const now = () => new Date();

describe('events in DynamoDB', () => {
  eventStoreSuite(() => ({
    writer: new DynamoEventWriter(tables.documents, tables.events, now),
    reader: new DynamoEventReader(tables.documents, tables.events),
    purge: new DynamoEventPurge(tables.documents, tables.events),
    leases: new DynamoEventLeases(tables.documents, tables.events, now),
    markDeleted: async (log, deletedAt) => {
      const purgeAt = Math.floor(Date.now() / 1000) + 3600;
      const TransactItems = [deletionMarker(tables.events, log, { deletedAt, purgeAt })];
      await tables.documents.send(new TransactWriteCommand({ TransactItems }));
    },
  }));
});

describe('followed conversations in DynamoDB', () => {
  followedConversationsSuite(() => ({
    followed: new DynamoFollowedConversations(tables.documents, tables),
    conversations: new DynamoConversationStore(tables.documents, tables.conversations),
    deletions: new DynamoConversationDeletions(tables.documents, tables),
    sandboxes: new DynamoSandboxStore(tables.documents, tables),
    add: async (conversation) => {
      const Item = conversationItem(conversation);
      await tables.documents.send(new PutCommand({ TableName: tables.conversations, Item }));
    },
  }));
});
