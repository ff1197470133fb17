import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uploadLimits } from '../../../../shared/contract/shapes/pictures.ts';
import { isComplete, type Uploads, usableUntil } from '../../../../shared/domain/conversations/uploads/uploads.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { SettableClock } from '../../platform/settable-clock.ts';
import { aPicture } from '../pictures.ts';

const anId = () => randomUUID().replaceAll('-', '');
/** In seconds. */
const DAY = 24 * 60 * 60;

export function uploadsSuite(make: (now: Clock) => Uploads): void {
  const clock = new SettableClock();
  const uploads = () => make(clock.now);

  describe('keep', () => {
    it('keeps a whole text of megabytes, for its owner only', async () => {
      const store = uploads();
      const text = `${aPicture(1_000_000)} 日本`;

      const id = await store.keep('ann', text);

      expect(await store.keep('ann', text)).toBe(id);
      expect(await store.read('ann', id)).toBe(text);
      expect([await store.find('bob', id), await store.read('bob', id)]).toEqual([undefined, undefined]);
    });

    it('forgets it after nine days', async () => {
      const store = uploads();
      const id = await store.keep('ann', 'text');
      clock.advance(9 * DAY + 2);

      expect([await store.find('ann', id), await store.read('ann', id)]).toEqual([undefined, undefined]);
    });
  });

  describe('parts', () => {
    const parts = ['data:image/png;base64,', 'AAAA'.repeat(200_000), '日本'];
    const text = parts.join('');
    const bytes = Buffer.byteLength(text);
    const send = (store: Uploads, id: string, number: number) =>
      store.add('ann', { uploadId: id, number, bytes, text: parts[number - 1] ?? '' });

    it('join in the order of their numbers, however often and in whatever order they are sent', async () => {
      const [store, id] = [uploads(), anId()];

      for (const number of [3, 1, 3]) await send(store, id, number);
      expect([await store.read('ann', id), isComplete(await send(store, id, 1))]).toEqual([undefined, false]);
      expect(isComplete(await send(store, id, 2))).toBe(true);
      await send(store, id, 2);

      expect(await store.read('ann', id)).toBe(text);
      expect((await store.find('ann', id))?.begins).toBe(parts[0]);
    });

    it('that arrive at the same time are all kept', async () => {
      const [store, id] = [uploads(), anId()];
      const texts = Array.from({ length: uploadLimits.parts }, (_, index) => `[${index}]`);
      const [whole, add] = [texts.join(''), store.add.bind(store, 'ann')];

      await Promise.all(
        texts.map((part, index) => add({ uploadId: id, number: index + 1, bytes: whole.length, text: part })),
      );

      expect(await store.read('ann', id)).toBe(whole);
    });

    it('cannot change a complete upload, its size, or exceed it', async () => {
      const [store, id, other] = [uploads(), anId(), anId()];
      for (const number of [1, 2, 3]) await send(store, id, number);
      const add = (uploadId: string, size: number, part: string) =>
        store.add('ann', { uploadId, number: 1, bytes: size, text: part });

      await expect(add(id, bytes, 'another')).rejects.toThrow('is complete and cannot change');
      await expect(add(id, bytes + 1, 'another')).rejects.toThrow(`has ${bytes} bytes, not ${bytes + 1}`);
      await expect(add(other, 3, 'four')).rejects.toThrow('would have 4 bytes, and was announced with 3');
      expect(await store.read('ann', id)).toBe(text);
    });

    it('can be used for a day', async () => {
      const [store, id] = [uploads(), anId()];
      const upload = await send(store, id, 1);

      expect(usableUntil(upload).getTime() - clock.now().getTime()).toBe(DAY * 1000);
    });

    it('are refused after that day, whether they are new or sent again', async () => {
      const [store, id] = [uploads(), anId()];
      const kept = await store.keep('ann', 'text');
      await send(store, id, 1);
      clock.advance(DAY);

      for (const number of [1, 2]) await expect(send(store, id, number)).rejects.toThrow('is older than 24 hours');
      expect(await store.keep('ann', 'text')).toBe(kept);
      expect(usableUntil((await store.find('ann', kept)) ?? expect.fail()).getTime()).toBeGreaterThan(
        clock.now().getTime(),
      );
    });
  });
}
