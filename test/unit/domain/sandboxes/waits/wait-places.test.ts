import { describe, expect, it } from 'vitest';
import { placeToWait, type WaitPlaces } from '../../../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemoryWaitPlaces } from '../../../../support/sandboxes/memory-wait-places.ts';
import { waitPlacesSuite } from '../../../../support/sandboxes/wait-places.suite.ts';

describe('places in memory', () => {
  waitPlacesSuite((bounds, now) => new MemoryWaitPlaces(bounds, now));
});

describe('placeToWait', () => {
  const clock = new SettableClock();
  const until = new Date(clock.now().getTime() + 30_000);
  const waiter = { ownerId: 'ann', keyId: 'a' };
  const failing = async () => {
    throw new Error('throttled');
  };

  it('returns undefined for a refusal of either bound', async () => {
    const of = (perKey: number, overall: number) => new MemoryWaitPlaces({ perKey, overall }, clock.now);

    expect(await placeToWait(of(0, 1), waiter, until)).toBeUndefined();
    expect(await placeToWait(of(1, 0), waiter, until)).toBeUndefined();
  });

  it('gives the place back when it is released', async () => {
    const places = new MemoryWaitPlaces({ perKey: 1, overall: 1 }, clock.now);
    const release = await placeToWait(places, waiter, until);
    expect(places.taken).toBe(1);

    await release?.();

    expect(places.taken).toBe(0);
  });

  it('refuses to wait when places cannot be counted', async () => {
    const places: WaitPlaces = { take: failing, release: failing };

    expect(await placeToWait(places, waiter, until)).toBeUndefined();
  });

  it('ends a wait without an error when its place cannot be released', async () => {
    const memory = new MemoryWaitPlaces({ perKey: 1, overall: 1 }, clock.now);
    const places: WaitPlaces = { take: (who, end) => memory.take(who, end), release: failing };
    const release = await placeToWait(places, waiter, until);

    await expect(release?.()).resolves.toBeUndefined();
    expect(memory.taken).toBe(1);
  });
});
