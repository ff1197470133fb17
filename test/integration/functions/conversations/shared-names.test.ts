import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { batchGetSharedConversations } from '../../../../functions/conversations/batch-get-shared-conversations.ts';
import { type Conversation, defaultTitle } from '../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../shared/domain/conversations/record/conversation-rows.ts';
import { newShare } from '../../../../shared/domain/conversations/record/share-link.ts';
import { DynamoSharedConversations } from '../../../../shared/domain/conversations/sharing/dynamo-shared-conversations.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const deps = {
  shared: new DynamoSharedConversations(documents, tables),
  windows: { count: async () => undefined },
  now: systemClock,
};

/** A public conversation, and the token of its link. */
async function share(overrides: Partial<Conversation> = {}) {
  const conversation_id = overrides.conversation_id ?? randomUUID().replaceAll('-', '');
  const link = newShare(conversation_id, '2026-11-21T12:00:00.000Z');
  const row = aConversation({ owner_id: anOwner(), ...overrides, conversation_id, public: true, ...link });
  await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(row) }));
  return { id: conversation_id, token: link.share?.token ?? '' };
}

async function found(name: string) {
  const { body } = await invoke(batchGetSharedConversations, deps, { query: { ids: [name] } });
  return body[0];
}

describe('what visitors see of a public conversation', () => {
  it('stays the same when another owner shares an older conversation with its ID', async () => {
    const { id, token } = await share({ title: 'Hers' });
    const other = await share({ conversation_id: id, title: 'Not hers', created_at: '2020-01-01T00:00:00.000Z' });

    expect([(await found(token))?.title, (await found(other.token))?.title]).toEqual(['Hers', 'Not hers']);
  });

  it('has a title and a branch without secrets, and with a link without the ID', async () => {
    const id = randomUUID().replaceAll('-', '');
    const { token } = await share({
      conversation_id: id,
      title: `Rotate ghp_${'a'.repeat(36)} of ${id}`,
      selected_branch: `work/${id}`,
    });

    const shown = await found(token);

    expect(shown.title).toMatch(/^Rotate \*+ of \*+$/);
    expect(shown.selected_branch).toMatch(/^work\/\*+$/);
    expect((await found(id)).selected_branch).toBe(`work/${id}`);
  });

  it('has no title with a link if the title is made from the ID', async () => {
    const chosen = await share({
      conversation_id: 'the-secret-project-of-ann',
      title: defaultTitle('the-secret-project-of-ann'),
    });
    const random = randomUUID().replaceAll('-', '');
    const { token } = await share({ conversation_id: random, title: defaultTitle(random) });

    expect([(await found(chosen.token)).title, (await found(token)).title]).toEqual([null, null]);
    expect((await found(random)).title).toBe(defaultTitle(random));
  });
});

it.each(['suspended_at', 'deleting_at'])(
  'an owner with %s shows nothing, and everything again after that',
  async (name) => {
    const owner_id = anOwner();
    const { id, token } = await share({ owner_id, title: 'Shown' });
    const put = (more: object) =>
      documents.send(new PutCommand({ TableName: tables.owners, Item: { owner_id, ...more } }));

    await put({ [name]: '2026-11-21T12:00:00.000Z' });
    expect([await found(token), await found(id)]).toEqual([null, null]);

    await put({});
    expect((await found(token))?.title).toBe('Shown');
  },
);
