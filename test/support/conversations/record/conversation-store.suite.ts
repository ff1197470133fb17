import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type {
  ConversationFilter,
  ConversationStore,
} from '../../../../shared/domain/conversations/record/conversation-store.ts';
import { anOwner, secondsAfterNoon, walk } from '../../http/walk.ts';
import { aConversation } from './conversation-data.ts';

export interface ConversationFixture {
  readonly store: ConversationStore;
  readonly add: (conversation: Conversation) => Promise<void>;
}

export function conversationStoreSuite(fixture: () => ConversationFixture): void {
  const add = async (overrides: Partial<Conversation>): Promise<Conversation> => {
    const conversation = aConversation(overrides);
    await fixture().add(conversation);
    return conversation;
  };
  const search = async (owner_id: string, filter: Partial<ConversationFilter>): Promise<string[]> => {
    const whole = { includeSubConversations: false, ...filter };
    const { items } = await fixture().store.list(owner_id, whole, 100, null);
    expect(await fixture().store.count(owner_id, whole)).toBe(items.length);
    return items.map(({ title }) => title).toSorted();
  };

  describe('reads', () => {
    it('find what was saved, and no row of another owner', async () => {
      const conversation = await add({ owner_id: anOwner(), pr_number: [7], trigger: 'gui' });
      const { owner_id, conversation_id: id } = conversation;
      const stranger = anOwner();

      expect(await fixture().store.find(owner_id, id)).toMatchObject(conversation);
      expect(await fixture().store.find(stranger, id)).toBeUndefined();
      expect(await fixture().store.findMany(stranger, [id])).toEqual([]);
      expect(await fixture().store.count(stranger, { includeSubConversations: true })).toBe(0);
    });

    it('return each of more ids than fit into one batch, once', async () => {
      const owner_id = anOwner();
      const added = await Promise.all(Array.from({ length: 105 }, () => add({ owner_id })));
      const ids = added.map(({ conversation_id }) => conversation_id);

      const found = await fixture().store.findMany(owner_id, [...ids, ...ids.slice(0, 3), 'unknown']);

      expect(found.map(({ conversation_id }) => conversation_id).toSorted()).toEqual(ids.toSorted());
    });
  });

  describe('lists', () => {
    it('go from the newest to the oldest in full pages, without gaps or repetitions', async () => {
      const owner_id = anOwner();
      const added = await Promise.all(
        Array.from({ length: 17 }, (_, index) =>
          add({
            owner_id,
            created_at: secondsAfterNoon(Math.floor(index / 3)),
            parent_conversation_id: index % 4 === 0 ? 'parent' : null,
          }),
        ),
      );
      const sortOf = (row: Conversation) => `${row.created_at}#${row.conversation_id}`;
      const expected = added.filter(({ parent_conversation_id: parent }) => parent === null).map(sortOf);

      const pages = await walk((after) => fixture().store.list(owner_id, { includeSubConversations: false }, 5, after));

      expect(pages.flat().map(sortOf)).toEqual(expected.toSorted().toReversed());
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
    });

    it('are empty past their end and for an impossible time range', async () => {
      const { owner_id } = await add({ owner_id: anOwner(), created_at: secondsAfterNoon(5) });
      const all = { includeSubConversations: true };
      const none = { ...all, createdFrom: secondsAfterNoon(9), createdBefore: secondsAfterNoon(1) };

      expect(await fixture().store.list(owner_id, all, 5, '2000#0')).toEqual({ items: [], next: null });
      expect(await fixture().store.list(owner_id, none, 5, null)).toEqual({ items: [], next: null });
      expect(await fixture().store.count(owner_id, none)).toBe(0);
    });

    it('keep to their time range on every page', async () => {
      const owner_id = anOwner();
      for (const second of [1, 2, 3, 4, 5, 6]) await add({ owner_id, created_at: secondsAfterNoon(second) });
      const filter = {
        includeSubConversations: false,
        createdFrom: secondsAfterNoon(2),
        createdBefore: secondsAfterNoon(6),
      };

      const pages = await walk((after) => fixture().store.list(owner_id, filter, 3, after));

      expect(pages.map((page) => page.map(({ created_at }) => created_at))).toEqual([
        [5, 4, 3].map(secondsAfterNoon),
        [secondsAfterNoon(2)],
      ]);
    });

    it('end when the page position is before the time range', async () => {
      const { owner_id } = await add({ owner_id: anOwner(), created_at: secondsAfterNoon(1) });
      const filter = { includeSubConversations: true, createdFrom: secondsAfterNoon(3) };

      expect(await fixture().store.list(owner_id, filter, 3, `${secondsAfterNoon(2)}#x`)).toEqual({
        items: [],
        next: null,
      });
    });
  });

  describe('filters', () => {
    it('find a part of the title in any case', async () => {
      const owner_id = anOwner();
      for (const title of ['Fix the LOGIN page', 'login again', 'other', 'ÜBER login']) await add({ owner_id, title });

      expect(await search(owner_id, { titleContains: 'Login' })).toEqual([
        'Fix the LOGIN page',
        'login again',
        'ÜBER login',
      ]);
      expect(await search(owner_id, { titleContains: 'über' })).toEqual(['ÜBER login']);
      expect(await search(owner_id, { titleContains: '' })).toHaveLength(4);
      for (const wildcard of ['%', 'log_n']) expect(await search(owner_id, { titleContains: wildcard })).toEqual([]);
    });

    it('take times inclusive below and exclusive above', async () => {
      const owner_id = anOwner();
      for (const second of [1, 2, 3]) {
        const at = secondsAfterNoon(second);
        await add({ owner_id, title: String(second), created_at: at, updated_at: at });
      }
      const [from, before] = [secondsAfterNoon(2), secondsAfterNoon(3)];

      expect(await search(owner_id, { createdFrom: from })).toEqual(['2', '3']);
      expect(await search(owner_id, { createdBefore: before })).toEqual(['1', '2']);
      expect(await search(owner_id, { createdFrom: from, createdBefore: before })).toEqual(['2']);
      expect(await search(owner_id, { updatedFrom: from, updatedBefore: before })).toEqual(['2']);
    });

    it('apply alone and together', async () => {
      const owner_id = anOwner();
      await add({ owner_id, title: 'a', sandbox_id: 's1', trigger: 'gui', selected_repository: 'o/r' });
      await add({ owner_id, title: 'b', sandbox_id: 's1', trigger: 'slack', selected_repository: 'o/r' });
      await add({ owner_id, title: 'c', sandbox_id: 's2', trigger: 'gui', parent_conversation_id: 'p' });

      expect(await search(owner_id, { sandboxId: 's1' })).toEqual(['a', 'b']);
      expect(await search(owner_id, { repository: 'o/r', trigger: 'gui' })).toEqual(['a']);
      expect(await search(owner_id, { trigger: 'gui' })).toEqual(['a']);
      expect(await search(owner_id, { trigger: 'gui', includeSubConversations: true })).toEqual(['a', 'c']);
    });
  });
}
