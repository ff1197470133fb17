import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoConversationDeletions } from '../../../shared/conversations/dynamo-conversation-deletions.ts';
import { conversationItem, DynamoConversationStore } from '../../../shared/conversations/dynamo-conversation-store.ts';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { conversationDeletionsSuite } from '../../support/conversation-deletions.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

describe('conversation deletions in DynamoDB', () => {
  conversationDeletionsSuite(() => ({
    deletions: new DynamoConversationDeletions(tables.documents, tables),
    conversations: new DynamoConversationStore(tables.documents, tables.conversations),
    sandboxes: new DynamoSandboxStore(tables.documents, tables),
    add: async (conversation) => {
      const Item = conversationItem(conversation);
      await tables.documents.send(new PutCommand({ TableName: tables.conversations, Item }));
    },
  }));
});
