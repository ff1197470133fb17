import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/conversation.ts';
import { countedConversations } from '../../../../shared/domain/conversations/conversation-counts.ts';
import { DynamoConversationDeletions } from '../../../../shared/domain/conversations/dynamo-conversation-deletions.ts';
import {
  conversationItem,
  DynamoConversationStore,
} from '../../../../shared/domain/conversations/dynamo-conversation-store.ts';
import { deletionMarker } from '../../../../shared/domain/events/deletion-marker.ts';
import { DynamoConversationStarts } from '../../../../shared/domain/start-tasks/create/dynamo-conversation-starts.ts';
import { DynamoStartTaskStore } from '../../../../shared/domain/start-tasks/task/dynamo-start-task-store.ts';
import { DynamoFollowedConversations } from '../../../../shared/domain/webhooks/dynamo-followed-conversations.ts';
import { COUNT_KEY, countPart, KeptCounts } from '../../../../shared/platform/aws/kept-counts.ts';
import { certain, transact } from '../../../../shared/platform/aws/transact.ts';
import { ReadMeter } from '../../../bench/rows/read-meter.ts';
import { aConversation, aStartTask } from '../../../support/conversations/conversation-data.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { within } from '../../../support/sandboxes/start-bounds.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const meter = new ReadMeter(documents);
const store = new DynamoConversationStore(documents, tables);
const rows = countedConversations(tables.conversations);

const whole = { includeSubConversations: true };
const topLevel = { includeSubConversations: false };

/** As a version of the service wrote it that kept no counts. */
async function addUncounted(conversation: Conversation): Promise<void> {
  await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(conversation) }));
}

async function add(conversation: Conversation): Promise<void> {
  const Put = { TableName: tables.conversations, Item: conversationItem(conversation) };
  await transact(documents, [certain({ Put }), countPart(rows, conversation, 1)]);
}

/** The client, with something that happens before each command of a kind. */
function before(kind: typeof UpdateCommand, happens: () => Promise<void>): DynamoDBDocumentClient {
  return new Proxy(documents, {
    get(target, name) {
      if (name !== 'send') return Reflect.get(target, name);
      return async (command: Parameters<typeof target.send>[0]) => {
        if (command instanceof kind) await happens();
        return target.send(command);
      };
    },
  });
}

it('the count follows starts, adoptions and deletions, each in its own transaction', async () => {
  const owner_id = anOwner();
  const sandbox = aRunningSandbox({ owner_id });
  const row = aConversation({ owner_id, sandbox_id: sandbox.sandbox_id });
  const task = aStartTask({ owner_id, conversation_id: row.conversation_id, sandbox_id: sandbox.sandbox_id });
  const starts = new DynamoConversationStarts(documents, tables);
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

it('rows from before counts were kept are counted once, and from then on no row is read', async () => {
  const owner_id = anOwner();
  await addUncounted(aConversation({ owner_id }));
  await add(aConversation({ owner_id, parent_conversation_id: 'another' }));

  expect(await store.count(owner_id, whole)).toBe(2);
  await add(aConversation({ owner_id }));
  meter.take();

  expect(await store.count(owner_id, whole)).toBe(3);
  expect(meter.take()).toMatchObject({ calls: 1, rows: 0, units: 1 });
  expect(await store.count(owner_id, topLevel)).toBe(2);
});

it('a count that a new row overtakes is not kept', async () => {
  const owner_id = anOwner();
  await addUncounted(aConversation({ owner_id }));
  // Between the count of the rows and the write that keeps it.
  const overtaken = new KeptCounts(
    before(UpdateCommand, () => add(aConversation({ owner_id }))),
    rows,
  );

  expect(await overtaken.of(owner_id)).toEqual({ total: 1, top_level: 1 });
  expect(await store.count(owner_id, whole)).toBe(2);
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
