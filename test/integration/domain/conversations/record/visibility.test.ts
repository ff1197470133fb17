import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../../shared/contract/endpoint/caller.ts';
import { DynamoPrivacy } from '../../../../../shared/domain/accounts/privacy/dynamo-privacy.ts';
import { changeSeen } from '../../../../../shared/domain/conversations/record/change-visibility.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../../../shared/domain/conversations/record/conversation-rows.ts';
import {
  DynamoConversationHomes,
  DynamoConversationStore,
} from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { shareNameOf } from '../../../../../shared/domain/conversations/record/share-link.ts';
import { DynamoSharedConversations } from '../../../../../shared/domain/conversations/sharing/dynamo-shared-conversations.ts';
import { DynamoAppStarts } from '../../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoSandboxWriter } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { systemClock, timestamp } from '../../../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { aConversation, aStartTask } from '../../../../support/conversations/record/conversation-data.ts';
import { aCaller } from '../../../../support/http/a-caller.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { aRunningSandbox, aSandboxId } from '../../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const conversations = new DynamoConversationStore(documents, tables);
const sandboxes = new DynamoSandboxWriter(documents, tables);
const homes = new DynamoConversationHomes(documents, tables);
const starts = new DynamoAppStarts(documents, tables);
const shared = new DynamoSharedConversations(documents, tables);
const deps = { conversations, sandboxes, homes, now: systemClock };
const ann = { id: 'ann-person', role: 'member', name: null, email: null } as const;

/** A conversation of Ann's in a sandbox of its own. */
async function made(overrides: Partial<Conversation> = {}) {
  const [owner_id, id] = [anOwner(), aSandboxId()];
  const sandbox: Sandbox = {
    ...aRunningSandbox({ owner_id, sandbox_id: id, created_by: ann.id }),
    ...{ created_for_conversation: true, conversation_count: 1, conversation_ids: [id] },
  };
  await documents.send(new PutCommand({ TableName: tables.sandboxes, Item: sandbox }));
  const home = { sandbox_id: id, sandbox_created_at: sandbox.created_at };
  const conversation = aConversation({ owner_id, conversation_id: id, created_by: ann.id, ...home, ...overrides });
  await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(conversation) }));
  const caller: Caller = { ...aCaller, ownerId: owner_id, person: ann };
  return { conversation, sandbox, caller, id };
}

const change = (caller: Caller, conversationId: string, visibility: 'private' | 'members', homesRead = homes) =>
  changeSeen(caller, { conversationId, visibility, change: {}, revisions: undefined }, { ...deps, homes: homesRead });

async function rowOf(table: string, key: Record<string, string>) {
  return (await documents.send(new GetCommand({ TableName: table, Key: key }))).Item;
}

/** A second conversation joins the sandbox, as it was read. */
function join(sandbox: Sandbox) {
  const row = aConversation({ owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id });
  const task = aStartTask({ owner_id: sandbox.owner_id, conversation_id: row.conversation_id });
  const at = timestamp(new Date());
  return starts.write({ conversation: { kind: 'new', row }, task, join: { sandbox, adds: 1, at }, sandboxChanges: [] });
}

describe('the visibility of a conversation', () => {
  it('changes together with that of its sandbox, and hides both from others', async () => {
    const { caller, conversation, id } = await made();

    const home = await change(caller, id, 'private');

    const { owner_id } = conversation;
    expect(home?.conversation.private_to).toBe(ann.id);
    expect(home?.found?.private_to).toBe(ann.id);
    const names = [
      { kind: 'conversation', id },
      { kind: 'sandbox', id },
    ] as const;
    const privacy = new DynamoPrivacy(documents, tables);
    expect((await privacy.hidden(owner_id, 'bob-person', names)).size).toBe(2);
    expect((await privacy.hidden(owner_id, ann.id, names)).size).toBe(0);

    const opened = await change(caller, id, 'members');
    expect(opened?.conversation).not.toHaveProperty('private_to');
    expect(opened?.found).not.toHaveProperty('private_to');
    expect((await privacy.hidden(owner_id, 'bob-person', names)).size).toBe(0);
  });

  it('does not change when another conversation joins its sandbox between read and write', async () => {
    const { caller, sandbox, id } = await made();
    let hasJoined = false;
    const racing = {
      find: async (ownerId: string, conversationId: string) => {
        const home = await homes.find(ownerId, conversationId);
        if (!hasJoined) await join(sandbox);
        hasJoined = true;
        return home;
      },
    };

    await expect(change(caller, id, 'private', racing as typeof homes)).rejects.toMatchObject({ code: 'conflict' });

    const row = await rowOf(tables.conversations, { owner_id: caller.ownerId, conversation_id: id });
    expect(row).not.toHaveProperty('private_to');
  });

  it('makes a start lose that read the sandbox before', async () => {
    const { caller, sandbox, id } = await made();
    await change(caller, id, 'private');

    await expect(join(sandbox)).rejects.toThrow(VersionConflictError);
  });

  it('loses to a start of the conversation in another sandbox, and is decided again', async () => {
    const { caller, conversation, id } = await made();
    let hasMoved = false;
    const racing = {
      find: async (ownerId: string, conversationId: string) => {
        const home = await homes.find(ownerId, conversationId);
        const moved = { ...conversation, sandbox_id: aSandboxId() };
        if (!hasMoved)
          await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(moved) }));
        hasMoved = true;
        return home;
      },
    };

    const home = await change(caller, id, 'private', racing as typeof homes);

    expect(home?.conversation.private_to).toBe(ann.id);
    expect((await rowOf(tables.sandboxes, { owner_id: caller.ownerId, sandbox_id: id }))?.private_to).toBeUndefined();
  });

  it('ends the public link in the same write; a link is not made of a private conversation', async () => {
    const { caller, id } = await made();
    const at = timestamp(new Date());
    const linked = await conversations.update(caller.ownerId, id, { public: true }, at);
    const name = shareNameOf(linked?.share?.token ?? '');
    if (!name) throw new Error('the conversation has no link');
    expect((await shared.find(name))?.conversation.conversation_id).toBe(id);

    await change(caller, id, 'private');

    expect(await shared.find(name)).toBeUndefined();
    await expect(conversations.update(caller.ownerId, id, { public: true }, at)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
