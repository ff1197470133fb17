import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Context, DynamoDBRecord } from 'aws-lambda';
import { afterAll, expect, it, vi } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationStore } from '../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const environment = {
  ...tables.environment,
  CONVERSATIONS_TABLE: tables.conversations,
  EVENTS_TABLE: tables.events,
  OWNERS_TABLE: tables.owners,
  SANDBOXES_TABLE: tables.sandboxes,
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
afterAll(() => void vi.unstubAllEnvs());
// Another file of the worker may have loaded the handler with its tables.
vi.resetModules();
const { handler } = await import('../../../../functions/conversations/purge-events.ts');

function removed(row: Conversation, at = new Date()): DynamoDBRecord {
  const { owner_id, conversation_id } = row;
  const dynamodb = {
    Keys: { owner_id: { S: owner_id }, conversation_id: { S: conversation_id } },
    OldImage: { sub_conversation_ids: { L: row.sub_conversation_ids.map((id) => ({ S: id })) } },
    ApproximateCreationDateTime: Math.floor(at.getTime() / 1_000),
    SequenceNumber: conversation_id,
  };
  return { eventName: 'REMOVE', dynamodb };
}

it('deletes what is below a deleted conversation, and fails the record while its children are left', async () => {
  const owner_id = anOwner();
  const store = new DynamoConversationStore(tables.documents, tables);
  const ids = ['root', 'a', 'b', 'c'];
  const rows = ids.map((conversation_id, index) =>
    aConversation({
      owner_id,
      conversation_id,
      parent_conversation_id: ids[index - 1] ?? null,
      sub_conversation_ids: ids.slice(index + 1, index + 2),
    }),
  );
  const [root, ...below] = rows;
  for (const row of below)
    await tables.documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(row) }));
  const work = async (record: DynamoDBRecord, milliseconds: number) =>
    handler({ Records: [record] }, { getRemainingTimeInMillis: () => milliseconds } as Context);
  const left = async () => (await store.findMany(owner_id, ids)).length;
  if (!root) throw new Error('there is no root');

  const none = { batchItemFailures: [] };
  expect(await work(removed(root, new Date(Date.parse(root.created_at) - 2_000)), 120_000)).toEqual(none);
  expect(await left()).toBe(3);
  expect(await work(removed(root), 0)).toEqual({ batchItemFailures: [{ itemIdentifier: 'root' }] });
  expect(await left()).toBe(3);
  expect(await work(removed(root), 120_000)).toEqual(none);
  expect(await left()).toBe(0);
});
