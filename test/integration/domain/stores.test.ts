import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe } from 'vitest';
import { conversationItem } from '../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationStore } from '../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoAppStarts } from '../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoEndedStarts } from '../../../shared/domain/conversations/start/task/dynamo-ended-starts.ts';
import {
  DynamoStartTaskStore,
  startTaskItem,
} from '../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { countedStartTasks } from '../../../shared/domain/conversations/start/task/start-task-store.ts';
import { DynamoSweepProgress } from '../../../shared/domain/maintenance/dynamo-sweep-progress.ts';
import { DynamoLaunchPace } from '../../../shared/domain/sandboxes/launch/dynamo-launch-pace.ts';
import { DynamoMeteredSandboxes } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { countPart } from '../../../shared/platform/aws/kept-counts.ts';
import { certain, transact } from '../../../shared/platform/aws/transact.ts';
import { conversationStoreSuite } from '../../support/conversations/record/conversation-stores.suite.ts';
import {
  conversationStartsSuite,
  endedStartsSuite,
  startTaskStoreSuite,
} from '../../support/conversations/start/start-stores.suite.ts';
import { sweepProgressSuite } from '../../support/maintenance/sweep-progress.suite.ts';
import { sandboxRecordsSuite, sandboxStoreSuite } from '../../support/sandboxes/sandbox-store.suite.ts';
import { launchPaceSuite } from '../../support/sandboxes/stores.suite.ts';
import { useServiceTables } from '../../support/service-tables.ts';

const tables = await useServiceTables();

const sandboxes = () => new DynamoMeteredSandboxes(tables.documents, tables);
const conversations = () => new DynamoConversationStore(tables.documents, tables);
const startTasks = () => new DynamoStartTaskStore(tables.documents, tables);
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

describe('the launch pace in DynamoDB', () => {
  launchPaceSuite((perSecond) => new DynamoLaunchPace(tables.documents, tables, perSecond));
});

describe('the progress of sweeps in DynamoDB', () => {
  sweepProgressSuite(() => new DynamoSweepProgress(tables.documents, tables));
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
    add: async (task) => {
      const Put = { TableName: tables.startTasks, Item: startTaskItem(task) };
      await transact(tables.documents, [certain({ Put }), countPart(countedStartTasks(tables.startTasks), task, 1)]);
    },
  }));
});

describe('conversation starts in DynamoDB', () => {
  conversationStartsSuite(() => ({
    starts: new DynamoAppStarts(tables.documents, tables),
    conversations: conversations(),
    sandboxes: sandboxes(),
    startTasks: startTasks(),
  }));
});

describe('failed starts in DynamoDB', () => {
  endedStartsSuite(() => ({
    failed: new DynamoEndedStarts(tables.documents, tables),
    starts: new DynamoAppStarts(tables.documents, tables),
    sandboxes: sandboxes(),
    addTask: (task) => put(tables.startTasks, startTaskItem(task)),
    addConversation: (row) => put(tables.conversations, conversationItem(row)),
    findTask: (ownerId, id) => startTasks().find(ownerId, id),
    findConversation: (ownerId, id) => conversations().find(ownerId, id),
  }));
});
