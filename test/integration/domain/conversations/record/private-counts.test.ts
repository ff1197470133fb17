import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../../shared/contract/endpoint/caller.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import { changeSeen } from '../../../../../shared/domain/conversations/record/change-visibility.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { DynamoConversationDeletions } from '../../../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import {
  DynamoConversationHomes,
  DynamoConversationStore,
} from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoAppStarts } from '../../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoSandboxWriter } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { ReadMeter } from '../../../../bench/rows/read-meter.ts';
import { aConversation, aStartTask } from '../../../../support/conversations/record/conversation-data.ts';
import { aCaller } from '../../../../support/http/a-caller.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { aRunningSandbox, aSandboxId, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const conversations = new DynamoConversationStore(documents, tables);
const homes = new DynamoConversationHomes(documents, tables);
const sandboxes = new DynamoSandboxWriter(documents, tables);
const starts = new DynamoAppStarts(documents, tables);
const deletions = new DynamoConversationDeletions(documents, tables, (log, now) =>
  deletionMarker(tables.events, log, now),
);
const deps = { conversations, homes, sandboxes, now: systemClock };
const meter = new ReadMeter(documents);
const [ANN, BOB] = ['ann-person', 'bob-person'];

/** Starts a conversation of a person in a sandbox of its own. */
async function started(owner_id: string, by: string, overrides: Partial<Conversation> = {}): Promise<Conversation> {
  const id = aSandboxId();
  const { private_to } = overrides;
  const sandbox: Sandbox = {
    ...aRunningSandbox({ owner_id, sandbox_id: id, created_by: by, ...(private_to ? { private_to } : {}) }),
    ...{ created_for_conversation: true, conversation_count: 1, conversation_ids: [id] },
  };
  const home = { sandbox_id: id, sandbox_created_at: sandbox.created_at };
  const row = aConversation({ owner_id, conversation_id: id, created_by: by, ...home, ...overrides });
  const task = aStartTask({ owner_id, conversation_id: id, sandbox_id: id });
  const sandboxChanges = [{ previous: null, next: sandbox }];
  await starts.write(
    { conversation: { kind: 'new', row, isListed: false }, task, join: null, sandboxChanges },
    within(10),
  );
  return row;
}

const change = ({ owner_id, conversation_id: id }: Conversation, visibility: 'private' | 'members') => {
  const caller: Caller = { ...aCaller, ownerId: owner_id, person: { id: ANN, role: 'admin', name: null, email: null } };
  return changeSeen(caller, { conversationId: id, visibility, change: {}, revisions: undefined }, deps);
};

const remove = (conversation: Conversation) => deletions.write({ conversation, parent: null, sandboxChange: null });

/** What each one sees: with sub-conversations, and without. */
const counts = (owner_id: string, visibleTo: string | undefined) =>
  Promise.all(
    [true, false].map((includeSubConversations) =>
      conversations.count(owner_id, { includeSubConversations, visibleTo }),
    ),
  );

describe('the number of conversations that a member sees', () => {
  it('leaves out what is private to others', async () => {
    const owner = anOwner();
    await started(owner, ANN);
    await started(owner, ANN, { private_to: ANN });
    await started(owner, ANN, { private_to: ANN, parent_conversation_id: 'another' });
    await started(owner, BOB, { private_to: BOB });

    expect(await counts(owner, undefined)).toEqual([4, 3]);
    expect(await counts(owner, ANN)).toEqual([3, 2]);
    expect(await counts(owner, BOB)).toEqual([2, 2]);
    expect(await counts(owner, 'a viewer')).toEqual([1, 1]);
    expect(await counts(anOwner(), ANN)).toEqual([0, 0]);
  });

  it('follows changes of visibility and deletions', async () => {
    const owner = anOwner();
    const [first, second] = [await started(owner, ANN), await started(owner, ANN, { private_to: ANN })];

    await change(first, 'private');
    await change(first, 'private');
    expect([await counts(owner, ANN), await counts(owner, BOB)]).toEqual([
      [2, 2],
      [0, 0],
    ]);

    await change(second, 'members');
    expect(await counts(owner, BOB)).toEqual([1, 1]);

    const hidden = await conversations.find(owner, first.conversation_id);
    if (hidden) await remove(hidden);
    expect([await counts(owner, ANN), await counts(owner, BOB)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('is right when a conversation becomes private while it is deleted', async () => {
    const owner = anOwner();
    const read = await started(owner, ANN);
    await change(read, 'private');

    await expect(remove(read)).rejects.toThrow(VersionConflictError);
    const hidden = await conversations.find(owner, read.conversation_id);
    if (hidden) await remove(hidden);

    expect([await counts(owner, undefined), await counts(owner, ANN)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('reads no conversation, so that there is no limit to their number', async () => {
    const owner = anOwner();
    await started(owner, ANN, { private_to: ANN });
    meter.take();

    expect(await conversations.count(owner, { includeSubConversations: true, visibleTo: BOB })).toBe(0);

    expect(meter.take()).toMatchObject({ calls: 2, rows: 0 });
  });
});
