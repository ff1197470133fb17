import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../shared/conversations/conversation.ts';
import type { ConversationStore } from '../../shared/conversations/conversation-store.ts';
import type { ConversationUpdates } from '../../shared/conversations/conversation-updates.ts';
import { aConversation } from './conversation-data.ts';

export interface UpdatesUnderTest {
  readonly updates: ConversationUpdates;
  readonly conversations: ConversationStore;
  add(conversation: Conversation): Promise<void>;
}

const AT = '2026-11-22T09:00:00.000Z';

/** What every store of changed conversations promises. */
export function conversationUpdatesSuite(make: () => UpdatesUnderTest): void {
  async function added(overrides: Partial<Conversation> = {}) {
    const scene = make();
    const conversation = aConversation({ title: 'Old', selected_repository: 'o/r', public: true, ...overrides });
    await scene.add(conversation);
    const { owner_id: owner, conversation_id: id } = conversation;
    return {
      ...scene,
      conversation,
      change: (change: Parameters<ConversationUpdates['update']>[2]) => scene.updates.update(owner, id, change, AT),
      stored: () => scene.conversations.find(owner, id),
    };
  }

  describe('a change', () => {
    it('sets what is named, and touches nothing else', async () => {
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

    it('empties what is null', async () => {
      const { change, stored } = await added();

      await change({ public: null, selected_repository: null });

      expect(await stored()).toMatchObject({ public: null, selected_repository: null, title: 'Old' });
    });

    it('gives the choice of the title back', async () => {
      const { conversation, change, stored } = await added();
      await change({ title: 'Mine' });

      await change({ title: null });

      const title = `Conversation ${conversation.conversation_id.slice(-5)}`;
      expect(await stored()).toMatchObject({ title, title_by: null });
    });

    it('leaves whose title it is alone when it names none', async () => {
      const { change, stored } = await added({ title_by: 'user' });

      await change({ public: false });

      expect(await stored()).toMatchObject({ title: 'Old', title_by: 'user', public: false });
    });

    it('is found by the new title', async () => {
      const { conversations, conversation, change } = await added();

      await change({ title: 'Brand NEW' });

      const filter = { titleContains: 'brand new', includeSubConversations: false };
      const { items } = await conversations.list('ann', filter, 100, null);
      expect(items.map(({ conversation_id: id }) => id)).toContain(conversation.conversation_id);
    });

    it('creates nothing, and changes nothing of a stranger', async () => {
      const { updates, conversations, conversation, stored } = await added();
      const { conversation_id: id } = conversation;

      expect(await updates.update('mallory', id, { title: 'Stolen' }, AT)).toBeUndefined();
      expect(await conversations.find('mallory', id)).toBeUndefined();
      expect(await stored()).toMatchObject({ title: 'Old' });
    });
  });
}
