import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Polls } from '../../../../../console/src/live/polls.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A tab with this many things to refresh, each of which takes no time. */
class Tab {
  now = 0;
  readonly polls = new Polls(() => this.now);

  poller() {
    const poller = { isOn: true, isActive: () => poller.isOn };
    return poller;
  }

  /** @returns how many refreshes each minute has */
  idle(minutes: number, kinds: readonly { isMoving?: boolean; atLeast?: number }[]): readonly number[] {
    const begin = this.now;
    const pollers = kinds.map((kind) => ({ kind, poller: this.poller(), due: begin }));
    for (const one of pollers) one.due = begin + this.polls.next(one.poller, one.kind.isMoving, one.kind.atLeast);
    // Their first responses arrive when all are on the page.
    for (const one of pollers) one.due = begin + this.polls.next(one.poller, one.kind.isMoving, one.kind.atLeast);
    const counts = Array.from({ length: minutes }, () => 0);
    for (;;) {
      const next = pollers.toSorted((a, b) => a.due - b.due)[0];
      if (!next || next.due >= begin + minutes * MINUTE) return counts;
      this.now = next.due;
      const minute = Math.floor((this.now - begin) / MINUTE);
      counts[minute] = (counts[minute] ?? 0) + 1;
      next.due = this.now + this.polls.next(next.poller, next.kind.isMoving, next.kind.atLeast);
    }
  }
}

describe('the refreshes of a tab', () => {
  it('are at most six a minute while nothing is under way, with up to six things on a page', () => {
    const kinds = fc.array(fc.record({ atLeast: fc.constantFrom(0, 60_000) }), { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(kinds, (some) => Math.max(...new Tab().idle(20, some)) <= 6));
  });

  it('become rare when nobody uses the page', () => {
    const counts = new Tab().idle(30, [{}]);
    expect(counts.slice(0, 10)).toEqual([2, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(counts.slice(10).reduce((sum, count) => sum + count, 0)).toBe(4);
  });

  it('are frequent while people wait for something, and not for ever', () => {
    const counts = new Tab().idle(15, [{ isMoving: true }]);
    expect(counts[0]).toBeGreaterThanOrEqual(29);
    expect(counts[5]).toBe(6);
    expect(counts[14]).toBe(1);
  });

  it('are frequent again after an input', () => {
    const tab = new Tab();
    const poller = tab.poller();
    tab.now = 20 * MINUTE;
    expect(tab.polls.next(poller)).toBe(5 * MINUTE);
    tab.polls.presence.note();
    expect(tab.polls.next(poller)).toBe(20 * SECOND);
  });

  it('are frequent for some seconds after a change by the reader', () => {
    const tab = new Tab();
    const poller = tab.poller();
    tab.polls.noteChange();
    expect(tab.polls.next(poller)).toBe(3 * SECOND);
    tab.now = 12 * SECOND;
    expect(tab.polls.next(poller)).toBe(20 * SECOND);
  });

  it('leave no share to what the page no longer shows', () => {
    const tab = new Tab();
    const [one, other, third] = [tab.poller(), tab.poller(), tab.poller()];
    for (const poller of [one, other, third]) tab.polls.next(poller);
    expect(tab.polls.next(one)).toBe(36 * SECOND);
    other.isOn = false;
    third.isOn = false;
    expect(tab.polls.next(one)).toBe(20 * SECOND);
  });
});

describe('a reader', () => {
  it('comes back when they use the page after minutes without input', () => {
    const tab = new Tab();
    let returns = 0;
    const stop = tab.polls.presence.onReturn(() => {
      returns += 1;
    });
    tab.now = MINUTE;
    tab.polls.presence.note();
    expect(returns).toBe(0);
    tab.now = 4 * MINUTE;
    tab.polls.presence.note();
    tab.polls.presence.note();
    expect(returns).toBe(1);
    stop();
    tab.now = 8 * MINUTE;
    tab.polls.presence.note();
    expect(returns).toBe(1);
  });
});
