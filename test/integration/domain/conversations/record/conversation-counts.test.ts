import { expect, it } from 'vitest';
import { DynamoFollowedConversations } from '../../../../../shared/domain/agents/webhooks/dynamo-followed-conversations.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { countedConversations } from '../../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationDeletions } from '../../../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import {
  conversationItem,
  DynamoConversationStore,
} from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoAppStarts } from '../../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoStartTaskStore } from '../../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { COUNT_KEY, countPart } from '../../../../../shared/platform/aws/kept-counts.ts';
import { certain, transact } from '../../../../../shared/platform/aws/transact.ts';
import { ReadMeter } from '../../../../bench/rows/read-meter.ts';
import { aConversation, aStartTask } from '../../../../support/conversations/record/conversation-data.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { aRunningSandbox, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const meter = new ReadMeter(documents);
const store = new DynamoConversationStore(documents, tables);
const rows = countedConversations(tables.conversations);

const whole = { includeSubConversations: true };
const topLevel = { includeSubConversations: false };

async function add(conversation: Conversation): Promise<void> {
  const Put = { TableName: tables.conversations, Item: conversationItem(conversation) };
  await transact(documents, [certain({ Put }), countPart(rows, conversation, 1)]);
}

it('the count follows starts, adoptions and deletions, each in its own transaction', async () => {
  const owner_id = anOwner();
  const sandbox = aRunningSandbox({ owner_id });
  const row = aConversation({ owner_id, sandbox_id: sandbox.sandbox_id });
  const task = aStartTask({ owner_id, conversation_id: row.conversation_id, sandbox_id: sandbox.sandbox_id });
  const starts = new DynamoAppStarts(documents, tables);
  const sandboxChanges = [{ previous: null, next: sandbox }];
  await starts.write({ conversation: { kind: 'new', row }, task, join: null, sandboxChanges }, within(10));
  const { sandbox_id } = sandbox;
  const child = aConversation({ owner_id, sandbox_id, parent_conversation_id: row.conversation_id });
  await new DynamoFollowedConversations(documents, tables).adopt({ conversation: child, sandbox, parent: row });

  expect([await store.count(owner_id, whole), await store.count(owner_id, topLevel)]).toEqual([2, 1]);

  const deletions = new DynamoConversationDeletions(documents, tables, (log, now) =>
    deletionMarker(tables.events, log, now),
  );
  const parent = { ...row, sub_conversation_ids: [child.conversation_id] };
  await deletions.write({ conversation: child, parent, sandboxChange: null });

  expect([await store.count(owner_id, whole), await store.count(owner_id, topLevel)]).toEqual([1, 1]);
  expect(await new DynamoStartTaskStore(documents, tables).count(owner_id, {})).toBe(1);
});

it('no row is read for a count, not even for the first one', async () => {
  const owner_id = anOwner();
  await add(aConversation({ owner_id, parent_conversation_id: 'another' }));
  await add(aConversation({ owner_id }));
  meter.take();

  expect(await store.count(owner_id, whole)).toBe(2);
  expect(meter.take()).toMatchObject({ calls: 1, rows: 0, units: 1 });
  expect(await store.count(owner_id, topLevel)).toBe(1);
});

it('stays exact while rows are added at the same time', async () => {
  const owner_id = anOwner();
  await add(aConversation({ owner_id }));

  await Promise.all(Array.from({ length: 8 }, () => add(aConversation({ owner_id }))));

  expect(await store.count(owner_id, whole)).toBe(9);
});

it('the row of the count is in no list, and an owner without rows gets none', async () => {
  const [owner_id, stranger] = [anOwner(), anOwner()];
  await add(aConversation({ owner_id }));

  expect((await store.list(owner_id, whole, 10, null)).items).toHaveLength(1);
  expect(await store.count(stranger, whole)).toBe(0);
  await expect(store.find(stranger, COUNT_KEY)).resolves.toBeUndefined();
});
