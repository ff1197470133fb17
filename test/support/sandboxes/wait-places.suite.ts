import { beforeEach, describe, expect, it } from 'vitest';
import type {
  WaitBounds,
  WaitPlace,
  WaitPlaces,
  WaitRefusal,
} from '../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import type { Clock } from '../../../shared/platform/clock.ts';
import { SettableClock } from '../platform/settable-clock.ts';

type Outcome = WaitPlace | WaitRefusal;

const isPlace = (outcome: Outcome): outcome is WaitPlace => typeof outcome !== 'string';
const placesIn = (outcomes: readonly Outcome[]) => outcomes.filter(isPlace);
const refusalsIn = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => !isPlace(outcome));

let days = 0;

/** Promises of the port. A store may keep its places from test to test, so each test is a day later. */
export function waitPlacesSuite(placesOf: (bounds: WaitBounds, now: Clock) => WaitPlaces): void {
  let clock: SettableClock;
  beforeEach(() => {
    clock = new SettableClock();
    days += 1;
    clock.advance(days * 24 * 60 * 60);
  });

  const taker = (bounds: WaitBounds) => {
    const places = placesOf(bounds, clock.now);
    const take = (keyId: string, seconds = 30) =>
      places.take({ ownerId: 'ann', keyId }, new Date(clock.now().getTime() + seconds * 1000));
    const taken = async (keyId: string, seconds?: number) => {
      const outcome = await take(keyId, seconds);
      if (!isPlace(outcome)) expect.fail(`expected a place, and got ${outcome}`);
      return outcome;
    };
    return { take, taken, release: (place: WaitPlace) => places.release(place) };
  };

  describe('places of requests that wait', () => {
    it('bound each key by itself', async () => {
      const { take, taken } = taker({ perKey: 2, overall: 50 });
      await taken('a');
      await taken('a');

      expect(await take('a')).toBe('key_full');
      expect(await take('b')).toHaveProperty('holder');
    });

    it('bound keys of the same id of different owners by themselves', async () => {
      const places = placesOf({ perKey: 1, overall: 50 }, clock.now);
      const until = new Date(clock.now().getTime() + 30_000);
      const outcomes = [
        await places.take({ ownerId: 'ann', keyId: 'a' }, until),
        await places.take({ ownerId: 'bob', keyId: 'a' }, until),
      ];

      expect(placesIn(outcomes)).toHaveLength(2);
    });

    it('bound all keys together, and take nothing from a key that the service has no place for', async () => {
      const { take, taken, release } = taker({ perKey: 2, overall: 3 });
      const held = [await taken('a'), await taken('a'), await taken('b')];
      expect([await take('b'), await take('b'), await take('c')]).toEqual(Array(3).fill('service_full'));

      for (const place of held) await release(place);

      await taken('b');
      await taken('b');
      expect(await take('b')).toBe('key_full');
    });

    it('let exactly as many of one key wait as it has places, of many requests at once', async () => {
      const { take } = taker({ perKey: 5, overall: 50 });

      const outcomes = await Promise.all(Array.from({ length: 40 }, () => take('a')));

      expect(placesIn(outcomes)).toHaveLength(5);
      expect(refusalsIn(outcomes)).toEqual(Array(35).fill('key_full'));
    });

    it('let exactly as many wait as the service has places, of many keys at once', async () => {
      const { take } = taker({ perKey: 5, overall: 12 });

      const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => take(`key-${index % 30}`)));

      expect(placesIn(outcomes)).toHaveLength(12);
      expect(refusalsIn(outcomes)).toEqual(Array(48).fill('service_full'));
    });

    it('are never exceeded while requests come and go', async () => {
      const { take, release } = taker({ perKey: 3, overall: 5 });
      const waiting: string[] = [];
      const peaks = { key: 0, all: 0 };
      const visits = async (keyId: string) => {
        for (let round = 0; round < 6; round += 1) {
          const outcome = await take(keyId);
          if (!isPlace(outcome)) continue;
          waiting.push(keyId);
          peaks.all = Math.max(peaks.all, waiting.length);
          peaks.key = Math.max(peaks.key, waiting.filter((each) => each === keyId).length);
          await new Promise(setImmediate);
          waiting.splice(waiting.indexOf(keyId), 1);
          await release(outcome);
        }
      };

      await Promise.all(Array.from({ length: 20 }, (_, index) => visits(`key-${index % 4}`)));

      expect(peaks.all).toBeGreaterThan(1);
      expect(peaks.all).toBeLessThanOrEqual(5);
      expect(peaks.key).toBeLessThanOrEqual(3);
      // Whatever races were lost, no place was lost with them.
      const again = await Promise.all(Array.from({ length: 8 }, (_, index) => take(`key-${index}`)));
      expect(placesIn(again)).toHaveLength(5);
    });

    it('are free again when the process that held them died', async () => {
      const { take, taken } = taker({ perKey: 1, overall: 1 });
      await taken('a', 29);

      clock.advance(28);
      expect([await take('a'), await take('b')]).toEqual(['key_full', 'service_full']);
      clock.advance(1);

      await taken('b');
    });

    it('stay taken when their holder of before releases them late', async () => {
      const { take, taken, release } = taker({ perKey: 1, overall: 1 });
      const before = await taken('a', 10);
      clock.advance(10);
      await taken('a', 10);

      await release(before);

      expect([await take('a'), await take('b')]).toEqual(['key_full', 'service_full']);
    });

    it('are released once, however often that is asked for', async () => {
      const { take, taken, release } = taker({ perKey: 2, overall: 50 });
      const first = await taken('a');
      await taken('a');

      await Promise.all([release(first), release(first)]);
      await release(first);

      await taken('a');
      expect(await take('a')).toBe('key_full');
    });

    it('do not exist where a bound is 0', async () => {
      expect(await taker({ perKey: 5, overall: 0 }).take('a')).toBe('service_full');
      expect(await taker({ perKey: 0, overall: 50 }).take('a')).toBe('key_full');
    });
  });
}
