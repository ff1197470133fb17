import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { ConversationStore } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationDeletion,
  ConversationDeletions,
} from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { detachAndDelete } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, failuresOf } from '../../http/walk.ts';
import { aSandbox, within } from '../../sandboxes/sandbox-data.ts';
import { aConversation } from './conversation-data.ts';

export interface DeletionsFixture {
  readonly deletions: ConversationDeletions;
  readonly conversations: ConversationStore;
  readonly sandboxes: SandboxStore;
  readonly add: (conversation: Conversation) => Promise<void>;
}

const now = new Date('2026-11-21T13:00:00.000Z');

export function conversationDeletionsSuite(fixture: () => DeletionsFixture): void {
  async function scene(overrides: Partial<Sandbox> = {}) {
    const owner_id = anOwner();
    const sandbox = aSandbox({ owner_id, conversation_count: 1, created_for_conversation: true, ...overrides });
    const { sandbox_id, created_at: sandbox_created_at } = sandbox;
    await fixture().sandboxes.save([{ previous: null, next: sandbox }], within(10));
    const add = async (more: Partial<Conversation> = {}) => {
      const conversation = aConversation({ owner_id, sandbox_id, sandbox_created_at, ...more });
      await fixture().add(conversation);
      return conversation;
    };
    const read = ({ conversation_id: id }: Conversation) => fixture().conversations.find(owner_id, id);
    const readSandbox = () => fixture().sandboxes.find(owner_id, sandbox_id);
    return { sandbox, add, read, readSandbox };
  }

  const deletionOf = (conversation: Conversation, overrides: Partial<ConversationDeletion> = {}) => ({
    conversation,
    parent: null,
    sandboxChange: null,
    ...overrides,
  });

  it('removes the conversation, its entry in its parent and its last sandbox in one transaction', async () => {
    const { sandbox, add, read, readSandbox } = await scene();
    const conversation = await add();
    const parent = await add({ sub_conversation_ids: ['a', conversation.conversation_id, 'b'] });
    const sandboxChange = detachAndDelete(sandbox, now);

    await fixture().deletions.write({ conversation, parent, sandboxChange });

    expect(await read(conversation)).toBeUndefined();
    expect(await read(parent)).toMatchObject({ ...parent, sub_conversation_ids: ['a', 'b'] });
    expect(await readSandbox()).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
    expect(await fixture().sandboxes.listCounted(sandbox.owner_id)).toEqual([]);
  });

  it('deletes a conversation without a parent or a sandbox', async () => {
    const { add, read } = await scene();
    const [conversation, other] = [await add(), await add()];

    await fixture().deletions.write(deletionOf(conversation));

    expect([await read(conversation), await read(other)]).toEqual([undefined, expect.anything()]);
  });

  it('deletes a conversation once when two callers delete it', async () => {
    const { sandbox, add, readSandbox } = await scene({ conversation_count: 2 });
    const conversation = await add();
    const deletion = deletionOf(conversation, { sandboxChange: detachAndDelete(sandbox, now) });

    const outcomes = await Promise.allSettled([1, 2].map(() => fixture().deletions.write(deletion)));

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
    expect(await readSandbox()).toMatchObject({ desired: 'RUNNING', conversation_count: 1 });
  });

  describe('a lost race', () => {
    async function refused(deletion: ConversationDeletion): Promise<void> {
      await expect(fixture().deletions.write(deletion)).rejects.toMatchObject({ name: 'VersionConflictError' });
    }

    it('writes nothing when the conversation moved or got another sub-conversation', async () => {
      const { sandbox, add, read, readSandbox } = await scene();
      const conversation = await add({ sub_conversation_ids: ['a'] });
      const sandboxChange = detachAndDelete(sandbox, now);

      await refused(deletionOf({ ...conversation, sandbox_id: 'elsewhere' }, { sandboxChange }));
      await refused(deletionOf({ ...conversation, sub_conversation_ids: [] }, { sandboxChange }));
      await refused(deletionOf({ ...conversation, sub_conversation_ids: ['a', 'b'] }, { sandboxChange }));

      expect([await read(conversation), await readSandbox()]).toMatchObject([conversation, { desired: 'RUNNING' }]);
    });

    it('writes nothing when the list of its parent changed or the parent is gone', async () => {
      const { add, read } = await scene();
      const conversation = await add();
      const sub_conversation_ids = ['a', conversation.conversation_id];
      const parent = await add({ sub_conversation_ids: sub_conversation_ids.toReversed() });

      await refused(deletionOf(conversation, { parent: { ...parent, sub_conversation_ids } }));
      await refused(deletionOf(conversation, { parent: { ...parent, conversation_id: 'gone' } }));

      expect([await read(conversation), await read(parent)]).toMatchObject([conversation, parent]);
    });

    it('writes nothing when its sandbox changed', async () => {
      const { sandbox, add, read, readSandbox } = await scene();
      const conversation = await add();
      await fixture().sandboxes.save([{ previous: sandbox, next: changed(sandbox, now, { conversation_count: 2 }) }]);

      await refused(deletionOf(conversation, { sandboxChange: detachAndDelete(sandbox, now) }));

      expect(await read(conversation)).toMatchObject(conversation);
      expect(await readSandbox()).toMatchObject({ desired: 'RUNNING', conversation_count: 2 });
    });
  });
}
