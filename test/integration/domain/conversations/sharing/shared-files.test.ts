import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DynamoEventPurge } from '../../../../../shared/domain/conversations/events/dynamo-event-purge.ts';
import { logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import { deletionMarker, logKey } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationStore } from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { newShare } from '../../../../../shared/domain/conversations/record/share-link.ts';
import {
  DynamoSharedFileReader,
  DynamoSharedFiles,
} from '../../../../../shared/domain/conversations/sharing/dynamo-shared-files.ts';
import { transact } from '../../../../../shared/platform/aws/transact.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { newId } from '../../../../../shared/platform/ids.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const files = new DynamoSharedFiles(documents, tables);
const reader = new DynamoSharedFileReader(documents, tables);
const conversations = new DynamoConversationStore(documents, tables);

async function aPublicConversation(): Promise<Conversation> {
  const conversation_id = randomUUID().replaceAll('-', '');
  const link = newShare(conversation_id, '2026-11-21T12:00:00.000Z');
  const row = aConversation({ owner_id: anOwner(), conversation_id, public: true, ...link });
  await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(row) }));
  return stored(row);
}

async function stored({ owner_id, conversation_id }: Conversation): Promise<Conversation> {
  const row = await conversations.find(owner_id, conversation_id);
  if (!row) throw new Error('the conversation is gone');
  return row;
}

const aFile = (text: string) => {
  const content = Buffer.from(text);
  return { file: { id: newId(new Date()), path: `/${text}`, size_bytes: content.length }, content };
};

async function contentsOf(conversation: Conversation): Promise<readonly string[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: tables.events,
      KeyConditionExpression: 'conversation_key = :key AND begins_with(event_id, :file)',
      ExpressionAttributeValues: { ':key': logKey(logOf(conversation)), ':file': '#file:' },
    }),
  );
  return Items.map(({ content }) => Buffer.from(content).toString());
}

describe('the files of a public link', () => {
  it('replace those before, whose contents are deleted', async () => {
    const conversation = await aPublicConversation();
    const [first, second] = [aFile('first'), aFile('second')];
    await files.replace(conversation, [first]);

    await files.replace(await stored(conversation), [second]);

    expect(await contentsOf(conversation)).toEqual(['second']);
    expect(await reader.content(logOf(conversation), first.file.id)).toBeUndefined();
    expect((await stored(conversation)).shared_files).toEqual([second.file]);
  });

  it('are those of the request that was first, and the other one leaves nothing', async () => {
    const conversation = await aPublicConversation();
    await files.replace(conversation, [aFile('winner')]);

    await expect(files.replace(conversation, [aFile('late')])).rejects.toThrow(VersionConflictError);

    expect(await contentsOf(conversation)).toEqual(['winner']);
    expect((await stored(conversation)).shared_files?.map(({ path }) => path)).toEqual(['/winner']);
  });

  it('are not added to another link, or to none', async () => {
    const conversation = await aPublicConversation();
    const { owner_id, conversation_id } = conversation;
    for (const isPublic of [false, true]) {
      await conversations.update(owner_id, conversation_id, { public: isPublic }, '2026-11-21T13:00:00.000Z');

      await expect(files.replace(conversation, [aFile('late')])).rejects.toThrow(VersionConflictError);
    }
    expect(await contentsOf(conversation)).toEqual([]);
    expect((await stored(conversation)).shared_files).toBeUndefined();
  });

  it('end with the link, and their contents with the conversation', async () => {
    const conversation = await aPublicConversation();
    const { owner_id, conversation_id } = conversation;
    await files.replace(conversation, [aFile('shown')]);
    await conversations.update(owner_id, conversation_id, { public: false }, '2026-11-21T13:00:00.000Z');

    expect((await stored(conversation)).shared_files).toBeUndefined();

    const log = logOf(conversation);
    await transact(documents, [deletionMarker(tables.events, log, new Date())]);
    await new DynamoEventPurge(documents, tables).purge(log, () => true);
    expect(await contentsOf(conversation)).toEqual([]);
  });
});
