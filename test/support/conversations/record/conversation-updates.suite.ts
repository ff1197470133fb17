import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { ConversationStore } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import { PreconditionFailedError } from '../../../../shared/platform/errors.ts';
import { aConversation } from './conversation-data.ts';

export interface UpdatesUnderTest {
  readonly conversations: ConversationStore;
  add(conversation: Conversation): Promise<void>;
}

const AT = '2026-11-22T09:00:00.000Z';

export function conversationUpdatesSuite(make: () => UpdatesUnderTest): void {
  async function added(overrides: Partial<Conversation> = {}) {
    const scene = make();
    const conversation = aConversation({ title: 'Old', selected_repository: 'o/r', public: true, ...overrides });
    await scene.add(conversation);
    const { owner_id: owner, conversation_id: id } = conversation;
    return {
      ...scene,
      conversation,
      change: (change: Parameters<ConversationStore['update']>[2]) => scene.conversations.update(owner, id, change, AT),
      stored: () => scene.conversations.find(owner, id),
    };
  }

  describe('an update', () => {
    it('sets the named fields, and changes no other', async () => {
      const { conversation, change, stored } = await added();

      const answer = await change({ title: 'New', selected_branch: 'main' });

      expect(await stored()).toMatchObject({
        ...conversation,
        title: 'New',
        title_by: 'user',
        selected_branch: 'main',
        updated_at: AT,
      });
      expect(answer).toEqual(await stored());
    });

    it('clears the fields that are null', async () => {
      const { change, stored } = await added();

      await change({ public: null, selected_repository: null });

      expect(await stored()).toMatchObject({ public: null, selected_repository: null, title: 'Old' });
    });

    it('asks the agent for a title when the title is null', async () => {
      const { conversation, change, stored } = await added();
      await change({ title: 'Mine' });

      await change({ title: null });

      const title = `Conversation ${conversation.conversation_id.slice(-5)}`;
      expect(await stored()).toMatchObject({ title, title_by: null, title_asked: true });
      await change({ title: 'Mine again' });
      expect(await stored()).toMatchObject({ title: 'Mine again', title_by: 'user', title_asked: null });
    });

    it('keeps who chose the title when it names no title', async () => {
      const { change, stored } = await added({ title_by: 'user' });

      await change({ public: false });

      expect(await stored()).toMatchObject({ title: 'Old', title_by: 'user', public: false });
    });

    it('makes the conversation findable by the new title', async () => {
      const { conversations, conversation, change } = await added();

      await change({ title: 'Brand NEW' });

      const filter = { titleContains: 'brand new', includeSubConversations: false };
      const { items } = await conversations.list('ann', filter, 100, null);
      expect(items.map(({ conversation_id: id }) => id)).toContain(conversation.conversation_id);
    });

    it('is made for the revision that was read, and for no other', async () => {
      const { conversations, conversation, stored } = await added();
      const { owner_id: owner, conversation_id: id } = conversation;
      const changeAt = (revisions: readonly number[], title: string) =>
        conversations.update(owner, id, { title }, AT, revisions);

      expect(await changeAt([0], 'First')).toMatchObject({ title: 'First', revision: 1 });
      await expect(changeAt([0], 'Unseen')).rejects.toThrow(PreconditionFailedError);
      await expect(changeAt([], 'Of another service')).rejects.toThrow(PreconditionFailedError);
      expect(await changeAt([0, 1], 'Second')).toMatchObject({ revision: 2 });
      expect(await stored()).toMatchObject({ title: 'Second', revision: 2 });
    });

    it('of one revision succeeds once, however many race for it', async () => {
      const { conversations, conversation } = await added();
      const { owner_id: owner, conversation_id: id } = conversation;
      const racing = ['a', 'b', 'c', 'd'].map((title) => conversations.update(owner, id, { title }, AT, [0]));

      const outcomes = await Promise.allSettled(racing);

      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(lost).toHaveLength(3);
      for (const error of lost) expect(error).toBeInstanceOf(PreconditionFailedError);
    });

    it('for a revision of a conversation that is not there finds none', async () => {
      const { conversations, conversation } = await added();
      const { conversation_id: id } = conversation;

      expect(await conversations.update('mallory', id, { title: 'x' }, AT, [0])).toBeUndefined();
    });

    it('creates no conversation, and changes none of another owner', async () => {
      const { conversations, conversation, stored } = await added();
      const { conversation_id: id } = conversation;

      expect(await conversations.update('mallory', id, { title: 'Stolen' }, AT)).toBeUndefined();
      expect(await conversations.find('mallory', id)).toBeUndefined();
      expect(await stored()).toMatchObject({ title: 'Old' });
    });
  });
}
