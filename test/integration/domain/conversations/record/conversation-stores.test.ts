import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DynamoFollowedConversations } from '../../../../../shared/domain/agents/webhooks/dynamo-followed-conversations.ts';
import { ingestEvents } from '../../../../../shared/domain/agents/webhooks/ingest.ts';
import { DynamoEventLeases } from '../../../../../shared/domain/conversations/events/dynamo-event-leases.ts';
import { DynamoEventPurge } from '../../../../../shared/domain/conversations/events/dynamo-event-purge.ts';
import { DynamoEventReader } from '../../../../../shared/domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventWriter } from '../../../../../shared/domain/conversations/events/dynamo-event-writer.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import { DynamoPendingMessages } from '../../../../../shared/domain/conversations/messages/dynamo-pending-messages.ts';
import {
  agentConversationId,
  type Conversation,
} from '../../../../../shared/domain/conversations/record/conversation.ts';
import {
  conversationItem,
  countedConversations,
} from '../../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationDeletions } from '../../../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import {
  DynamoConversationHomes,
  DynamoConversationStore,
} from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import {
  DynamoAppStarts,
  DynamoLegacyStarts,
} from '../../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoStartTaskStore } from '../../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { DynamoUploads } from '../../../../../shared/domain/conversations/uploads/dynamo-uploads.ts';
import { HOURLY_BYTES } from '../../../../../shared/domain/conversations/uploads/uploads.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { COUNT_KEY, countPart } from '../../../../../shared/platform/aws/kept-counts.ts';
import { certain, transact } from '../../../../../shared/platform/aws/transact.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { ReadMeter } from '../../../../bench/rows/read-meter.ts';
import { aLog, someEvents } from '../../../../support/conversations/events/event-data.ts';
import { eventStoreSuite } from '../../../../support/conversations/events/event-store.suite.ts';
import { pendingMessagesSuite } from '../../../../support/conversations/messages/pending-messages.suite.ts';
import { aConversation, aStartTask } from '../../../../support/conversations/record/conversation-data.ts';
import {
  conversationDeletionsSuite,
  conversationHomesSuite,
  conversationUpdatesSuite,
  followedConversationsSuite,
} from '../../../../support/conversations/record/conversation-stores.suite.ts';
import { uploadsSuite } from '../../../../support/conversations/uploads/uploads.suite.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { aRunningSandbox, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';
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

const { documents } = tables;
const meter = new ReadMeter(documents);
const followed = new DynamoFollowedConversations(documents, tables);
const events = new DynamoEventWriter(documents, tables, systemClock);
const starts = new DynamoLegacyStarts(documents, tables);
const deletions = new DynamoConversationDeletions(documents, tables, (log, now) =>
  deletionMarker(tables.events, log, now),
);

/** A running sandbox whose owner has this number of other conversations. */
async function aHome({ conversations = 0, owner_id = anOwner() } = {}) {
  const sandbox = aRunningSandbox({ owner_id });
  await new DynamoMeteredSandboxes(documents, tables).save([{ previous: null, next: sandbox }], within(10));
  for (let made = 0; made < conversations; made += 1) {
    const Item = conversationItem(aConversation({ owner_id, conversation_id: `number.${made}` }));
    await documents.send(new PutCommand({ TableName: tables.conversations, Item }));
  }
  return sandbox;
}

const { deliveries } = serviceDeps();
const report = (sandbox: Awaited<ReturnType<typeof aHome>>, agentId: string) =>
  ingestEvents(sandbox, agentId, someEvents(1), { followed, events, deliveries, now: systemClock });

describe('the id of a conversation on its agent', () => {
  it('costs the same reads when the service does not know it, however many conversations its owner has', async () => {
    const reads = [];
    for (const conversations of [0, 200]) {
      const sandbox = await aHome({ conversations });
      meter.take();
      await report(sandbox, agentConversationId({ owner_id: sandbox.owner_id, conversation_id: 'made.up' }));
      reads.push(meter.take());
    }

    expect(reads[1]).toEqual(reads[0]);
    expect(reads[1]).toMatchObject({ rows: 0 });
  });

  describe('that is derived from a chosen one', () => {
    async function scene() {
      const owner_id = anOwner();
      const conversation_id = 'nightly';
      const home = await aHome({ owner_id });
      const start = async (): Promise<Conversation> => {
        const sandbox = aRunningSandbox({ owner_id });
        const { sandbox_id } = sandbox;
        const row = aConversation({ owner_id, conversation_id, sandbox_id });
        const task = aStartTask({ owner_id, conversation_id, sandbox_id });
        const sandboxChanges = [{ previous: null, next: sandbox }];
        await starts.write({ conversation: { kind: 'new', row }, task, join: null, sandboxChanges }, within(10));
        return row;
      };
      const find = (id: string) => followed.find(owner_id, id);
      return { home, start, find, agentId: agentConversationId({ owner_id, conversation_id }) };
    }

    it("is refused to another sandbox from the conversation's creation on", async () => {
      const { home, start, find, agentId } = await scene();
      await start();

      await expect(report(home, agentId)).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await find(agentId)).toBeUndefined();
    });

    it("prevents the conversation's creation after an agent has used it", async () => {
      const { home, start, find, agentId } = await scene();
      await report(home, agentId);

      await expect(start()).rejects.toMatchObject({ code: 'conflict' });
      expect(await find('nightly')).toBeUndefined();
    });

    it('is free again when the conversation is deleted', async () => {
      const { home, start, find, agentId } = await scene();
      await deletions.write({ conversation: await start(), parent: null, sandboxChange: null });
      // The service does not know a deleted conversation, and tells its agent so.
      expect(await report(home, agentId)).toBeUndefined();

      const again = await start();

      expect(await find('nightly')).toMatchObject({ sandbox_id: again.sandbox_id });
      await expect(report(home, agentId)).rejects.toMatchObject({ code: 'unauthenticated' });
    });
  });
});

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

it('no row is read for a count, even for the first', async () => {
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

const now = () => new Date();

describe('events in DynamoDB', () => {
  eventStoreSuite(() => ({
    writer: new DynamoEventWriter(tables.documents, tables, now),
    reader: new DynamoEventReader(tables.documents, tables),
    purge: new DynamoEventPurge(tables.documents, tables),
    leases: new DynamoEventLeases(tables.documents, tables, now),
    markDeleted: async (log, deletedAt) => {
      const TransactItems = [deletionMarker(tables.events, log, new Date(deletedAt)).item];
      await tables.documents.send(new TransactWriteCommand({ TransactItems }));
    },
  }));
});

/** A client whose eventually consistent reads do not return the new rows yet. */
const late = new Proxy(documents, {
  get(target, name) {
    if (name !== 'send') return Reflect.get(target, name);
    return async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
      const isStale =
        command instanceof BatchGetCommand && command.input.RequestItems?.[tables.events]?.ConsistentRead === false;
      return isStale ? { Responses: { [tables.events]: [] } } : target.send(command);
    };
  },
});

it('a page contains events that were just stored', async () => {
  const [log, events] = [aLog(), someEvents(3)];
  await new DynamoEventWriter(documents, tables, systemClock).append(log, events);

  const page = await new DynamoEventReader(late, tables).search(log, { newestFirst: false, limit: 10, after: null });

  expect(page.items).toEqual(events);
});

describe('uploads in DynamoDB', () => {
  uploadsSuite((now) => new DynamoUploads(tables.documents, tables, now));

  it('of an owner are limited in an hour', async () => {
    const uploads = new DynamoUploads(tables.documents, tables, () => new Date('2026-11-21T12:00:00Z'));
    const Item = { upload_key: 'cid/#2026-11-21T12', bytes: HOURLY_BYTES - 5 };
    await tables.documents.send(new PutCommand({ TableName: tables.uploads, Item }));

    await uploads.keep('cid', 'short');
    await expect(uploads.keep('cid', 'long')).rejects.toMatchObject({
      code: 'rate_limited',
      extensions: { retry_after_seconds: 3_600 },
    });
  });
});

describe('pending messages in DynamoDB', () => {
  pendingMessagesSuite((now) => new DynamoPendingMessages(tables.documents, tables, now));
});
