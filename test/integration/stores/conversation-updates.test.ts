import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { conversationItem, DynamoConversationStore } from '../../../shared/conversations/dynamo-conversation-store.ts';
import { DynamoConversationUpdates } from '../../../shared/conversations/dynamo-conversation-updates.ts';
import { conversationUpdatesSuite } from '../../support/conversation-updates.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

describe('conversation updates in DynamoDB', () => {
  conversationUpdatesSuite(() => ({
    updates: new DynamoConversationUpdates(tables.documents, tables.conversations),
    conversations: new DynamoConversationStore(tables.documents, tables.conversations),
    add: async (conversation) => {
      const Item = conversationItem(conversation);
      await tables.documents.send(new PutCommand({ TableName: tables.conversations, Item }));
    },
  }));
});
