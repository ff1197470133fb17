import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DynamoPrivacy } from '../../../../../shared/domain/accounts/privacy/dynamo-privacy.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationDeletions } from '../../../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import { DynamoConversationStore } from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { startTaskItem } from '../../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { visibleStartTasks } from '../../../../../shared/domain/conversations/start/task/visible-start-tasks.ts';
import { aConversation, aStartTask } from '../../../../support/conversations/record/conversation-data.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const privacy = new DynamoPrivacy(documents, tables);
const conversations = new DynamoConversationStore(documents, tables);
const deletions = new DynamoConversationDeletions(documents, tables, (log, now) =>
  deletionMarker(tables.events, log, now),
);

async function stored(overrides: Partial<Conversation>): Promise<Conversation> {
  const conversation = aConversation({ owner_id: anOwner(), ...overrides });
  await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(conversation) }));
  return conversation;
}

/** Whether the person can start a conversation with this id. */
async function isTaken({ owner_id, conversation_id: id }: Conversation, personId: string) {
  return (await privacy.hidden(owner_id, personId, [{ kind: 'new-conversation', id }])).size === 1;
}

const remove = (conversation: Conversation) => deletions.write({ conversation, parent: null, sandboxChange: null });

describe('the ID of a deleted conversation', () => {
  it('that was private cannot be used again by another member, who would find what is left of it', async () => {
    const hers = await stored({ private_to: 'ann-person', created_by: 'ann-person' });
    expect(await isTaken(hers, 'bob-person')).toBe(true);

    await remove(hers);

    expect([await isTaken(hers, 'bob-person'), await isTaken(hers, 'ann-person')]).toEqual([true, false]);
    expect(await conversations.list(hers.owner_id, { includeSubConversations: true }, 10, null)).toEqual({
      items: [],
      next: null,
    });
  });

  it('that all members saw can be used again by all', async () => {
    const shared = await stored({ created_by: 'ann-person' });

    await remove(shared);

    expect(await isTaken(shared, 'bob-person')).toBe(false);
  });
});

describe('a start task of a private conversation that was deleted', () => {
  const before = '2026-11-20T12:00:00.000Z';

  it('stays hidden when another conversation has the ID', async () => {
    const later = await stored({ created_by: 'bob-person' });
    const { owner_id, conversation_id } = later;
    const task = aStartTask({ owner_id, conversation_id, private_to: 'ann-person', created_at: before });
    await documents.send(new PutCommand({ TableName: tables.startTasks, Item: startTaskItem(task) }));
    const named = { kind: 'start-task', id: task.start_task_id } as const;

    expect((await privacy.hidden(owner_id, 'bob-person', [named])).size).toBe(1);
    expect((await privacy.hidden(owner_id, 'ann-person', [named])).size).toBe(0);
    const matching = visibleStartTasks(owner_id, 'bob-person', conversations);
    expect(await matching?.([task])).toEqual(new Set());
  });

  it('names no newer private conversation with the same ID', async () => {
    const { owner_id, conversation_id } = await stored({ private_to: 'ann-person' });
    const old = aStartTask({ owner_id, conversation_id, created_at: before });
    await documents.send(new PutCommand({ TableName: tables.startTasks, Item: startTaskItem(old) }));
    const queue = { kind: 'queue', id: old.start_task_id } as const;

    expect((await privacy.hidden(owner_id, 'bob-person', [queue])).size).toBe(1);
  });
});
