import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Arrivals } from '../../../../../console/acs/follow/arrivals.ts';
import { idOf } from '../../../../../console/acs/follow/history.ts';

const HOLD = 100;
const eventAt = (second: number) => ({
  id: String(second),
  kind: 'NewEvent',
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
});

it('events are in order, however the new ones are mixed with those that the agent resends', () => {
  const cases = fc.record({
    resent: fc.integer({ min: 0, max: 30 }),
    fresh: fc.integer({ min: 0, max: 10 }),
    places: fc.array(fc.nat(40), { minLength: 10, maxLength: 10 }),
    // Also with ten new events in between, two that are resent are closer than the hold.
    gaps: fc.array(fc.nat(9), { minLength: 40, maxLength: 40 }),
  });
  fc.assert(
    fc.property(cases, ({ resent, fresh, places, gaps }) => {
      const sent = Array.from({ length: resent }, (_, second) => second);
      // New events keep their own order, but come at any place among the older ones.
      const at = places.slice(0, fresh).toSorted((one, other) => one - other);
      for (const [n, place] of at.entries()) sent.splice(Math.min(place + n, sent.length), 0, resent + n);
      const [arrivals, shown] = [new Arrivals(HOLD), [] as string[]];
      let now = 0;
      for (const [n, second] of sent.entries()) {
        arrivals.add(eventAt(second), now);
        shown.push(...arrivals.take(now).map(idOf));
        now += gaps[n] ?? 0;
      }
      shown.push(...arrivals.take(now + HOLD).map(idOf));
      expect(shown).toEqual(Array.from({ length: resent + fresh }, (_, second) => String(second)));
      expect(arrivals.nextIn(now)).toBeUndefined();
    }),
  );
});

it('what is held is given at the end of the connection, and what the history lacks is never held', () => {
  const arrivals = new Arrivals(HOLD);
  arrivals.add(eventAt(1), 0);
  arrivals.add({ ...eventAt(2), kind: 'StreamingDeltaEvent' }, 0);
  expect([arrivals.nextIn(0), arrivals.take(0).map(idOf)]).toEqual([0, ['2']]);
  expect(arrivals.nextIn(0)).toBe(HOLD);
  expect(arrivals.take(0, true).map(idOf)).toEqual(['1']);
});
