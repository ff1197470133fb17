import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoConversationStore } from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import type { Page } from '../../../../../shared/platform/paging.ts';
import { MAX_RESPONSE, sizeInResponse } from '../../../../../shared/platform/response-size.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

it('a page of large conversations ends before it is too large for a response, and the next have the rest', async () => {
  const owner_id = anOwner();
  const store = new DynamoConversationStore(tables.documents, tables);
  const tags = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [String(index), '漢'.repeat(1_280)]));
  const ids = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'));
  const rows = ids.map((conversation_id) => aConversation({ owner_id, conversation_id, tags }));
  const write = (row: Conversation) =>
    tables.documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(row) }));
  await Promise.all(rows.map(write));

  const pages: (readonly Conversation[])[] = [];
  let after: string | null = null;
  do {
    const page: Page<Conversation> = await store.list(owner_id, { includeSubConversations: true }, 100, after);
    pages.push(page.items);
    after = page.next;
  } while (after !== null);

  expect(pages.flat().map((row) => row.conversation_id)).toEqual(ids.toReversed());
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(sizeInResponse(JSON.stringify(page))).toBeLessThan(MAX_RESPONSE);
});
