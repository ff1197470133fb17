import { beforeEach, describe, expect, it } from 'vitest';
import {
  failedMessage,
  newPendingMessage,
  type PendingMessages,
  QueueFullError,
  stateOf,
} from '../../../../shared/domain/conversations/messages/pending-messages.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { SettableClock } from '../../platform/settable-clock.ts';
import { aSandboxId } from '../../sandboxes/sandbox-data.ts';

const DAY = 24 * 60 * 60;

export function pendingMessagesSuite(make: (now: () => Date) => PendingMessages): void {
  let clock: SettableClock;
  let messages: PendingMessages;
  let id: string;
  beforeEach(() => {
    clock = new SettableClock();
    messages = make(clock.now);
    id = aSandboxId();
  });

  const said = (text: string) => newPendingMessage([{ type: 'text', text, cache_prompt: false }], clock.now());
  const add = (text: string, ownerId = 'ann') => messages.add(ownerId, id, said(text));
  const first = async () => {
    const [message] = await messages.list('ann', id);
    if (!message) throw new Error('nothing waits');
    return message;
  };
  const texts = async (ownerId = 'ann') =>
    (await messages.list(ownerId, id)).map(({ content: [part] }) => (part?.type === 'text' ? part.text : ''));

  describe('queue', () => {
    it('keeps messages in their order, and returns their positions', async () => {
      expect([await add('a'), await add('b'), await add('c')]).toEqual([1, 2, 3]);
      expect(await texts()).toEqual(['a', 'b', 'c']);
    });

    it('returns a message unchanged', async () => {
      const message = newPendingMessage(
        [
          { type: 'text', text: 'Grüße 👋', cache_prompt: true },
          { type: 'image', image_urls: ['data:image/png;base64,AA=='], cache_prompt: false },
        ],
        clock.now(),
      );

      await messages.add('ann', id, message);

      expect(await messages.list('ann', id)).toMatchObject([{ ...message, position: 1, sent_at: null }]);
    });

    it('belongs to one conversation of one owner', async () => {
      await add('mine');
      await add('yours', 'bob');

      expect(await texts()).toEqual(['mine']);
      expect(await texts('bob')).toEqual(['yours']);
      expect(await messages.list('ann', id.slice(0, -1))).toEqual([]);
    });

    it('accepts ten messages, and another after one is removed', async () => {
      for (let count = 1; count <= 10; count += 1) await add(String(count));
      await expect(add('more')).rejects.toThrow(QueueFullError);

      await messages.remove(await first());

      expect(await add('more')).toBe(10);
      expect((await texts()).at(-1)).toBe('more');
    });

    it('puts the first message of a start before all others, also into a full queue', async () => {
      for (let count = 1; count <= 10; count += 1) await add(String(count));

      for (const text of ['first', 'another']) {
        const added = messages.add('ann', id, { ...said(text), position: 0 });
        await (text === 'first' ? added : expect(added).rejects.toThrow(QueueFullError));
      }

      expect((await texts()).slice(0, 2)).toEqual(['first', '1']);
    });

    it('lists ten messages of the greatest length', async () => {
      for (let count = 1; count <= 10; count += 1) await add(String(count).padEnd(200_000, '.'));

      expect((await texts()).map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    it('shows messages that failed, which take no place in the queue', async () => {
      for (let count = 1; count <= 10; count += 1) await add(String(count));
      await messages.change(await first(), failedMessage('No.', clock.now()));

      expect(await add('more')).toBe(10);

      expect((await messages.list('ann', id)).map(stateOf)).toEqual(['not_delivered', ...Array(10).fill('queued')]);
      clock.advance(2 * DAY);
      expect(await messages.list('ann', id)).toHaveLength(10);
    });

    it('loses none of many concurrent messages, and accepts at most ten', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => add(String(index))));

      const places = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await texts()).toHaveLength(10);
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(failures.every((error) => error instanceof QueueFullError)).toBe(true);
    });

    it('expires messages that no agent fetched, and frees their places', async () => {
      for (let count = 1; count <= 10; count += 1) await add('old');

      clock.advance(8 * DAY);

      expect(await texts()).toEqual([]);
      expect(await add('new')).toBe(1);
      expect(await texts()).toEqual(['new']);
    });
  });

  describe('delivery of a message', () => {
    it('is begun by one of two workers', async () => {
      await add('a');
      const message = await first();

      const outcomes = await Promise.allSettled(['1', '2'].map((at) => messages.change(message, { sent_at: at })));

      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await first()).toMatchObject({ sent_at: expect.stringMatching(/^[12]$/) });
    });

    it('can be begun again by a worker that read the earlier beginning', async () => {
      await add('a');
      const begun = await messages.change(await first(), { sent_at: '1' });

      expect(await messages.change(begun, { sent_at: '2' })).toMatchObject({ sent_at: '2' });
    });

    it('cannot be begun when the message is gone', async () => {
      await add('a');
      const message = await first();
      await messages.remove(message);

      await expect(messages.change(message, { sent_at: '1' })).rejects.toThrow(VersionConflictError);
    });

    it('ends once: a second end leaves later messages untouched', async () => {
      await add('a');
      const message = await first();
      await messages.remove(message);
      await add('b');

      await messages.remove(message);

      expect(await texts()).toEqual(['b']);
    });
  });
}
