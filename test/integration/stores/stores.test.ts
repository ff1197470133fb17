import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoConversationStarts } from '../../../shared/conversations/dynamo-conversation-starts.ts';
import { conversationItem, DynamoConversationStore } from '../../../shared/conversations/dynamo-conversation-store.ts';
import { DynamoLaunchPace } from '../../../shared/sandboxes/dynamo-launch-pace.ts';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { DynamoStartTaskStore, startTaskItem } from '../../../shared/start-tasks/dynamo-start-task-store.ts';
import { conversationStartsSuite } from '../../support/conversation-starts.suite.ts';
import { conversationStoreSuite } from '../../support/conversation-store.suite.ts';
import { launchPaceSuite } from '../../support/launch-pace.suite.ts';
import { sandboxRecordsSuite } from '../../support/sandbox-records.suite.ts';
import { sandboxStoreSuite } from '../../support/sandbox-store.suite.ts';
import { startTaskStoreSuite } from '../../support/start-task-store.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

const sandboxes = () => new DynamoSandboxStore(tables.documents, tables);
const conversations = () => new DynamoConversationStore(tables.documents, tables.conversations);
const startTasks = () => new DynamoStartTaskStore(tables.documents, tables.startTasks);
const put = async (TableName: string, Item: Record<string, unknown>) => {
  await tables.documents.send(new PutCommand({ TableName, Item }));
};

describe('sandboxes in DynamoDB', () => {
  sandboxStoreSuite(sandboxes);
  sandboxRecordsSuite(() => ({
    store: sandboxes(),
    spoilCount: async (owner_id, difference) => {
      await tables.documents.send(
        new UpdateCommand({
          TableName: tables.owners,
          Key: { owner_id },
          UpdateExpression: 'ADD active_sandboxes :difference',
          ExpressionAttributeValues: { ':difference': difference },
        }),
      );
    },
  }));
});

describe('the pace in DynamoDB', () => {
  launchPaceSuite((perSecond) => new DynamoLaunchPace(tables.documents, tables.launchPaces, perSecond));
});

describe('conversations in DynamoDB', () => {
  conversationStoreSuite(() => ({
    store: conversations(),
    add: (conversation) => put(tables.conversations, conversationItem(conversation)),
  }));
});

describe('start tasks in DynamoDB', () => {
  startTaskStoreSuite(() => ({
    store: startTasks(),
    add: (task) => put(tables.startTasks, startTaskItem(task)),
  }));
});

describe('conversation starts in DynamoDB', () => {
  conversationStartsSuite(() => ({
    starts: new DynamoConversationStarts(tables.documents, tables),
    conversations: conversations(),
    sandboxes: sandboxes(),
    startTasks: startTasks(),
  }));
});
