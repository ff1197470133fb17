import { describe, expect, it } from 'vitest';
import type { FollowedConversations } from '../../../../shared/domain/agents/webhooks/followed-conversations.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { ConversationStore } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type { ConversationDeletions } from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { changed } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, failuresOf } from '../../http/walk.ts';
import { aSandbox, within } from '../../sandboxes/sandbox-data.ts';
import { aConversation } from './conversation-data.ts';

export interface FollowedFixture {
  readonly followed: FollowedConversations;
  readonly conversations: ConversationStore;
  readonly deletions: ConversationDeletions;
  readonly sandboxes: SandboxStore;
  readonly add: (conversation: Conversation) => Promise<void>;
}

const now = new Date('2026-11-21T13:00:00.000Z');
const report = { execution_status: 'finished', state_times: { execution_status: 'x' } } as const;

export function followedConversationsSuite(fixture: () => FollowedFixture): void {
  async function scene() {
    const sandbox = aSandbox({ owner_id: anOwner() });
    await fixture().sandboxes.save([{ previous: null, next: sandbox }], within(10));
    const { owner_id, sandbox_id, created_at: sandbox_created_at } = sandbox;
    const conversation = (more: Partial<Conversation> = {}) =>
      aConversation({ owner_id, sandbox_id, sandbox_created_at, ...more });
    const read = (id: string) => fixture().conversations.find(owner_id, id);
    return { sandbox, owner_id, conversation, read };
  }

  it('are found by their owner and id', async () => {
    const { owner_id, conversation } = await scene();
    const [plain, chosen] = [conversation(), conversation({ conversation_id: 'my.chosen-id' })];
    for (const one of [plain, chosen]) await fixture().add(one);
    const { followed } = fixture();

    expect(await followed.find(owner_id, plain.conversation_id)).toMatchObject(plain);
    expect(await followed.find(owner_id, 'my.chosen-id')).toMatchObject(chosen);
    expect(await followed.find(anOwner(), 'my.chosen-id')).toBeUndefined();
    expect(await followed.find(owner_id, conversation().conversation_id)).toBeUndefined();
  });

  describe('adopt', () => {
    it('stores the conversation, counts it in its sandbox and lists it in its parent', async () => {
      const { sandbox, conversation, read } = await scene();
      const [parent, child] = [conversation(), conversation()];
      await fixture().add(parent);

      await fixture().followed.adopt({ conversation: child, sandbox, parent });

      expect(await read(child.conversation_id)).toMatchObject(child);
      expect((await read(parent.conversation_id))?.sub_conversation_ids).toEqual([child.conversation_id]);
      const { owner_id, sandbox_id } = sandbox;
      expect(await fixture().sandboxes.find(owner_id, sandbox_id)).toMatchObject({ conversation_count: 1, version: 2 });
    });

    it('stores a conversation once when two callers adopt it', async () => {
      const { sandbox, conversation } = await scene();
      const adoption = { conversation: conversation(), sandbox, parent: null };

      const outcomes = await Promise.allSettled([1, 2].map(() => fixture().followed.adopt(adoption)));

      expect(failuresOf(outcomes)).toEqual(['ConversationExistsError']);
      const { owner_id, sandbox_id } = sandbox;
      expect(await fixture().sandboxes.find(owner_id, sandbox_id)).toMatchObject({ conversation_count: 1 });
    });

    it('refuses a conversation that was deleted', async () => {
      const { sandbox, conversation, read } = await scene();
      const adopted = conversation();
      await fixture().followed.adopt({ conversation: adopted, sandbox, parent: null });
      await fixture().deletions.write({ conversation: adopted, parent: null, sandboxChange: null });

      const again = fixture().followed.adopt({ conversation: adopted, sandbox, parent: null });

      await expect(again).rejects.toMatchObject({ name: 'ConversationDeletedError' });
      expect(await read(adopted.conversation_id)).toBeUndefined();
    });

    it('refuses a conversation whose sandbox or parent is gone', async () => {
      const { sandbox, conversation, read } = await scene();
      const adopted = conversation();
      const { followed, sandboxes } = fixture();
      const refused = async (adoption: Parameters<typeof followed.adopt>[0]) => {
        await expect(followed.adopt(adoption)).rejects.toMatchObject({ name: 'VersionConflictError' });
        expect(await read(adopted.conversation_id)).toBeUndefined();
      };

      await refused({ conversation: adopted, sandbox, parent: conversation() });
      await refused({ conversation: adopted, sandbox: { ...sandbox, created_at: 'earlier' }, parent: null });
      const ended = changed(sandbox, now, { desired: 'DELETED', task_ended_at: now.toISOString() });
      await sandboxes.save([{ previous: sandbox, next: ended }], within(10));
      await refused({ conversation: adopted, sandbox, parent: null });
    });

    it('stores a conversation while its sandbox is deleted and the task still lives', async () => {
      const { sandbox, conversation, read } = await scene();
      const { followed, sandboxes } = fixture();
      const adopted = conversation();
      await sandboxes.save([{ previous: sandbox, next: changed(sandbox, now, { desired: 'DELETED' }) }], within(10));

      await followed.adopt({ conversation: adopted, sandbox, parent: null });

      expect(await read(adopted.conversation_id)).toMatchObject(adopted);
    });

    it('refuses one whose sandbox goes with the last conversation that it was made for', async () => {
      const { sandbox, conversation, read } = await scene();
      const { followed, sandboxes } = fixture();
      const adopted = conversation();
      const left = changed(sandbox, now, { desired: 'DELETED', created_for_conversation: true, conversation_count: 0 });
      await sandboxes.save([{ previous: sandbox, next: left }], within(10));

      const adoption = followed.adopt({ conversation: adopted, sandbox, parent: null });

      await expect(adoption).rejects.toMatchObject({ name: 'VersionConflictError' });
      expect(await read(adopted.conversation_id)).toBeUndefined();
    });
  });

  describe('follow', () => {
    it('writes what the agent reports, and keeps the other fields', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      await fixture().add(row);

      await fixture().followed.follow(row, { ...report, title: 'Of the Agent', tags: { a: 'b' } });

      const after = await read(row.conversation_id);
      expect(after).toMatchObject({ ...row, ...report, title: 'Of the Agent', tags: { a: 'b' }, state_version: 1 });
      const filter = { titleContains: 'of the agent', includeSubConversations: true };
      expect(await fixture().conversations.count(row.owner_id, filter)).toBe(1);
      if (after) await fixture().followed.follow(after, { llm_model: 'a/b' });
      expect(await read(row.conversation_id)).toMatchObject({ ...report, llm_model: 'a/b', state_version: 2 });
    });

    it('lets one of two writers with the same version win', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      await fixture().add(row);

      const outcomes = await Promise.allSettled([1, 2].map(() => fixture().followed.follow(row, report)));

      expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
      expect(await read(row.conversation_id)).toMatchObject({ state_version: 1 });
    });

    it('refuses a title of the agent when the user has chosen one', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      await fixture().add({ ...row, title: 'mine', title_by: 'user' });

      await expect(fixture().followed.follow(row, { title: 'theirs' })).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await read(row.conversation_id)).toMatchObject({ title: 'mine' });
    });

    it('refuses a title when the user has asked for another one since, and takes one that was asked for', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      const asked = { ...row, title_asked: true };
      await fixture().add(asked);
      const { followed } = fixture();

      const late = followed.follow(row, { title: 'The old one' });

      await expect(late).rejects.toMatchObject({ name: 'VersionConflictError' });
      await followed.follow(asked, { title: 'The new one', title_asked: null });
      expect(await read(row.conversation_id)).toMatchObject({ title: 'The new one', title_asked: null });
      const again = followed.follow({ ...asked, state_version: 1 }, { title: 'Another one', title_asked: null });
      await expect(again).rejects.toMatchObject({ name: 'VersionConflictError' });
    });

    it('refuses a conversation that is deleted or replaced by another of its id', async () => {
      const { conversation, read } = await scene();
      const [gone, row] = [conversation(), conversation()];
      await fixture().add({ ...row, created_at: now.toISOString() });

      for (const one of [gone, row])
        await expect(fixture().followed.follow(one, report)).rejects.toMatchObject({ name: 'VersionConflictError' });

      expect(await read(gone.conversation_id)).toBeUndefined();
      expect((await read(row.conversation_id))?.execution_status).toBeUndefined();
    });
  });
}
