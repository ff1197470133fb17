import { describe, expect, it } from 'vitest';
import type { LaunchPace } from '../../../shared/domain/sandboxes/launch/tasks.ts';
import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';

const PER_SECOND = 15;
const noon = Date.parse('2026-11-21T12:00:00.000Z');
let minutes = 0;

/** Promises of the port. A store may keep its pace from test to test, so each test is later. */
export function launchPaceSuite(paceOf: (perSecond: number) => LaunchPace): void {
  const later = () => {
    minutes += 10;
    return noon + minutes * 60_000;
  };
  const ask = (at: number, isQueued?: boolean) => paceOf(PER_SECOND).reserve(new Date(at), isQueued);
  const reserve = async (at: number) => (await ask(at))?.getTime() ?? Number.NaN;

  const mostInASecond = (slots: readonly number[]) =>
    Math.max(...slots.map((start) => slots.filter((slot) => slot >= start && slot < start + 1000).length));

  describe('launch pace', () => {
    it('lets the first call start at once, and the next after a pause', async () => {
      const at = later();

      expect([await reserve(at), await reserve(at + 5_000)]).toEqual([at, at + 5_000]);
    });

    it('gives each call of a burst its own moment, and no second more calls than the pace', async () => {
      const at = later();

      const slots = await Promise.all(Array.from({ length: 100 }, () => reserve(at)));

      expect(new Set(slots).size).toBe(100);
      expect(Math.min(...slots)).toBe(at);
      expect(mostInASecond(slots)).toBe(PER_SECOND);
      expect(Math.max(...slots) - at).toBeLessThan((100 / PER_SECOND) * 1000 + 100);
    });

    it('leaves calls that may wait only moments that no other call has', async () => {
      const at = later();
      const pace = paceOf(PER_SECOND);
      expect(await pace.reserveIdle(new Date(at))).toBe(true);
      expect(await pace.reserveIdle(new Date(at))).toBe(false);
      const slots = await Promise.all(Array.from({ length: 20 }, () => reserve(at)));

      expect(Math.min(...slots)).toBeGreaterThan(at);
      expect(await pace.reserveIdle(new Date(at + 1_000))).toBe(false);
      expect(await pace.reserveIdle(new Date(at + 2_000))).toBe(true);
    });

    it('holds for callers whose clocks differ', async () => {
      const at = later();
      const clocks = Array.from({ length: 60 }, (_, index) => at + ((index * 37) % 400));

      const slots = await Promise.all(clocks.map(async (clock) => ({ clock, slot: await reserve(clock) })));

      expect(slots.filter(({ clock, slot }) => slot < clock)).toEqual([]);
      expect(mostInASecond(slots.map(({ slot }) => slot))).toBeLessThanOrEqual(PER_SECOND);
    });

    it('starts anew when a burst is over', async () => {
      const at = later();
      await Promise.all(Array.from({ length: 30 }, () => reserve(at)));

      expect(await reserve(at + 3_000)).toBe(at + 3_000);
    });

    it('gives moments of the near future alone: the rest of a burst has to wait in the queue', async () => {
      const at = later();
      const { ahead } = paceOf(PER_SECOND);

      const slots: (Date | undefined)[] = [];
      for (let asked = 0; asked < ahead + 20; asked += 1) slots.push(await ask(at, true));

      expect(slots.filter((slot) => slot === undefined).length).toBeGreaterThanOrEqual(18);
      const latest = Math.max(...slots.map((slot) => slot?.getTime() ?? 0));
      expect(latest - at).toBeGreaterThan((limits.turnsAhead - 1) * 1000);
      expect(latest - at).toBeLessThanOrEqual(limits.turnsAhead * 1000 + 1000 / PER_SECOND);
    });

    it('gives moments to new starts less far ahead than to those of the queue, and again as time passes', async () => {
      const at = later();
      for (let asked = 0; asked < PER_SECOND * limits.turnsAtOnce + 5; asked += 1) await ask(at);

      expect(await ask(at)).toBeUndefined();
      expect(await ask(at, true)).toBeInstanceOf(Date);
      expect(await ask(at + 2_000)).toBeInstanceOf(Date);
    });

    it('keeps what is free to the queue while there is one', async () => {
      const at = later();
      await paceOf(PER_SECOND).keepForQueue(new Date(at + 60_000));

      expect(await ask(at)).toBeUndefined();
      expect(await ask(at, true)).toEqual(new Date(at));
      expect(await ask(at + 61_000)).toEqual(new Date(at + 61_000));
    });

    it('has one caller at a time offer turns to the queue, ahead of which no new start takes one', async () => {
      const at = later();
      const pace = paceOf(PER_SECOND);

      expect([await pace.claimOffer(new Date(at)), await pace.claimOffer(new Date(at))]).toEqual([true, false]);
      expect(await ask(at)).toBeUndefined();
      await pace.endOffer();
      await pace.keepForQueue(new Date(at));
      expect(await pace.claimOffer(new Date(at + 10_000))).toBe(true);
      await pace.endOffer();
      await pace.keepForQueue(new Date(at));
    });

    it('has another caller offer turns when the one that claimed to do it has died', async () => {
      const at = later();
      await paceOf(PER_SECOND).claimOffer(new Date(at));

      expect(await paceOf(PER_SECOND).claimOffer(new Date(at + 60_000))).toBe(true);
    });
  });
}
