import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import { searchTexts, type TextPage } from '../../../../../shared/domain/conversations/search/text-search.ts';
import { aMessage } from '../../../../support/conversations/events/event-data.ts';
import { MemoryEventStore } from '../../../../support/conversations/events/memory-event-store.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { MemoryConversationStore } from '../../../../support/conversations/record/memory-conversation-store.ts';
import { secondsAfterNoon } from '../../../../support/http/walk.ts';

/** A conversation by its messages, and whether it is of another model, which a filter leaves out. */
const someone = fc.record({
  id: fc.constantFrom('a', 'a-b', 'a.b', 'Z', 'z_', 'b'),
  second: fc.integer({ min: 0, max: 2 }),
  messages: fc.array(fc.constantFrom('needle', 'hay', 'HAY NEEDLE hay', 'straw'), { maxLength: 9 }),
  isOther: fc.boolean(),
});
const conversations = fc.uniqueArray(someone, { maxLength: 6, selector: ({ id }) => id });
const limits = fc.record({
  conversations: fc.integer({ min: 1, max: 7 }),
  events: fc.integer({ min: 1, max: 8 }),
  milliseconds: fc.constantFrom(0, 60_000),
  eventsPerRead: fc.integer({ min: 1, max: 4 }),
});

it('pages of a search for a text have each matching conversation once, newest first, whatever one request may read', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, limits, fc.integer({ min: 1, max: 4 }), async (all, bounds, limit) => {
      const store = new MemoryConversationStore();
      const events = new MemoryEventStore();
      for (const { id, second, messages, isOther } of all) {
        const row = aConversation({
          conversation_id: id,
          created_at: secondsAfterNoon(second),
          llm_model: isOther ? 'other' : 'fast',
        });
        store.put(row);
        await events.append(
          logOf(row),
          messages.map((text) => aMessage(text)),
        );
      }
      const deps = { conversations: store, events, now: () => new Date(0) };
      const search = { filter: { model: 'fast', includeSubConversations: false }, text: 'Needle', limit };

      const found: string[] = [];
      let requests = 0;
      for (let after: string | null = null; ; ) {
        const page: TextPage = await searchTexts('ann', { ...search, after }, deps, bounds);
        found.push(...page.items.map((row) => row.conversation_id));
        expect(page.items.length).toBeLessThanOrEqual(limit);
        after = page.next;
        requests += 1;
        if (after === null) break;
      }

      const matching = all.filter(({ messages, isOther }) => !isOther && /needle/i.test(messages.join()));
      const sortOf = ({ second, id }: (typeof all)[number]) => `${secondsAfterNoon(second)}#${id}`;
      expect(found).toEqual(
        matching.toSorted((one, other) => (sortOf(one) < sortOf(other) ? 1 : -1)).map(({ id }) => id),
      );
      // Each request moves on by a read of one conversation at least.
      expect(requests).toBeLessThanOrEqual(1 + all.reduce((sum, { messages }) => sum + messages.length + 1, 0));
    }),
    { numRuns: 150 },
  );
});
