import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { DynamoBudgetWaits } from '../../../../shared/domain/broker/waits/dynamo-budget-waits.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationStore } from '../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const conversations = new DynamoConversationStore(tables.documents, tables);
const waits = new DynamoBudgetWaits(tables.documents, tables, () => new Date('2026-11-21T12:00:00Z'));

let row: Conversation;
const put = (Item: Conversation) =>
  tables.documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(Item) }));
const read = async () => {
  const found = await conversations.find(row.owner_id, row.conversation_id);
  if (!found) throw new Error('the conversation is gone');
  return found;
};

/** The attributes of the row's indexes. */
function indexed(conversation: Conversation) {
  const { created_sort, title_search } = conversationItem(conversation);
  return { created_sort, title_search };
}

beforeEach(async () => {
  row = aConversation();
  await put(row);
});

describe('a conversation that waits at a budget', () => {
  it('waits from the first refusal to the next admission', async () => {
    await waits.begin(row);
    const later = new DynamoBudgetWaits(tables.documents, tables, () => new Date('2026-11-22T12:00:00Z'));
    await later.begin(await read());
    expect(await read()).toMatchObject({ waits_for: 'budget', waits_since: '2026-11-21T12:00:00.000Z' });

    await waits.countRun(await read());
    await waits.end(await read());
    expect(await read()).toEqual({ ...row, ...indexed(row) });
  });

  it('notes that its agent has a model that was switched away from, unless it was deleted', async () => {
    await waits.noteOutdated(row);
    expect(await read()).toMatchObject({ llm_outdated: true });

    const deleted = aConversation();
    await waits.noteOutdated(deleted);
    expect(await conversations.find(deleted.owner_id, deleted.conversation_id)).toBeUndefined();
  });

  it('is repeated by one of two workers', async () => {
    await waits.begin(row);
    const waiting = await read();

    const counted = await Promise.all([waits.countRun(waiting), waits.countRun(waiting)]);

    expect(counted.toSorted()).toEqual([false, true]);
    expect(await waits.countRun(await read())).toBe(true);
    expect(await read()).toMatchObject({ waits_runs: 2 });
  });

  it('is not repeated after an admission', async () => {
    await waits.begin(row);
    const waiting = await read();
    await waits.end(waiting);

    expect(await waits.countRun(waiting)).toBe(false);
    expect(await read()).toEqual({ ...row, ...indexed(row) });
  });

  it('is not the later conversation with its id, and is not made by a late request', async () => {
    const other = { ...row, created_at: '2026-11-21T13:00:00.000Z' };
    await put(other);
    const unknown = aConversation();

    await waits.begin(row);
    await waits.begin(unknown);
    await waits.end(unknown);

    expect(await read()).toEqual({ ...other, ...indexed(other) });
    expect(await conversations.find(unknown.owner_id, unknown.conversation_id)).toBeUndefined();
  });
});
