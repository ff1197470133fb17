import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockTime,
  dayName,
  dayOf,
  daysFrom,
  duration,
  fromNow,
  isoTime,
  monthBegin,
  monthName,
  untilDeadline,
  utcTime,
} from '../../../shared/presentation/time.ts';

const now = new Date('2026-11-24T12:00:00Z');

/** What a service can send as a time: JSON of any kind, and texts that look like times. */
const anything = fc.oneof(
  fc.jsonValue().filter(isConvertible),
  fc.constantFrom('soon', '2026-99-99', '+275760-09-13T00:00:00.001Z', '-1'),
);

/** `{"toString": false}` has no text: the `Date` of a caller already throws. */
function isConvertible(value: unknown): boolean {
  try {
    return typeof String(value) === 'string';
  } catch {
    return false;
  }
}

describe('a time of any content', () => {
  it('is shown as a text in every form', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const moment = new Date(value as string);
        const day = String(value);
        const shown = [
          ...[fromNow(moment, now), clockTime(moment, true), clockTime(moment, false), utcTime(moment)],
          ...[isoTime(moment), dayOf(moment), duration(value as number), dayName(day), monthName(day)],
          monthBegin(day),
        ];
        for (const text of shown) expect(text).toMatch(/\w/);
        if (Number.isNaN(moment.getTime())) expect(new Set(shown.slice(0, 6))).toEqual(new Set(['unknown']));
      }),
    );
  });

  it('is no time of the past as a deadline', () => {
    const at = (seconds: number) => untilDeadline(new Date(now.getTime() + seconds * 1000), now);
    expect([at(-3600), at(-20), at(0), at(30), at(7_300)]).toEqual(['now', 'now', 'now', 'in 30s', 'in 2h']);
    expect(untilDeadline(new Date('soon'), now)).toBe('unknown');
  });

  it('begins no endless list of days', () => {
    expect(daysFrom('soon', '2026-11-24')).toEqual([]);
  });
});
