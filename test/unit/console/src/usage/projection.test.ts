import { describe, expect, it } from 'vitest';
import { measures } from '../../../../../console/src/pages/usage/measures.ts';
import { cumulated, monthSoFar, plotOf, stackOf, withProjection } from '../../../../../console/src/pages/usage/plot.ts';
import { daysFrom } from '../../../../../shared/presentation/time.ts';
import { usageItem } from './usage-item.ts';

const each = (first: string, last: string, amount: number) =>
  new Map(daysFrom(first, last).map((day) => [day, amount]));

describe('The projection of a month', () => {
  it('adds the mean of the last seven whole days for what is left', () => {
    const byDay = new Map([...each('2026-11-01', '2026-11-16', 100), ...each('2026-11-17', '2026-11-23', 10)]);
    byDay.set('2026-11-24', 5);
    const { used, projection } = monthSoFar(byDay, new Date('2026-11-24T12:00:00Z'));
    expect(used).toBe(1675);
    expect(projection).toEqual({ days: 7, perDay: 10, daysLeft: 6.5, atEnd: 1675 + 65 });
  });

  it('goes by days of the month before, which are no part of it', () => {
    const byDay = each('2026-10-20', '2026-11-02', 10);
    const { used, projection } = monthSoFar(byDay, new Date('2026-11-02T00:00:00Z'));
    expect(used).toBe(20);
    expect(projection).toMatchObject({ days: 7, perDay: 10, daysLeft: 29 });
  });

  it('leaves out the days before the first use, and counts those without use after it', () => {
    const byDay = new Map([
      ['2026-11-20', 0],
      ['2026-11-21', 30],
    ]);
    const { projection } = monthSoFar(byDay, new Date('2026-11-24T00:00:00Z'));
    expect(projection).toMatchObject({ days: 3, perDay: 10 });
  });

  it('comes to what was used where nothing was in the last seven days', () => {
    const { projection } = monthSoFar(each('2026-11-01', '2026-11-03', 7), new Date('2026-11-24T00:00:00Z'));
    expect(projection).toMatchObject({ days: 7, perDay: 0, atEnd: 21 });
  });

  it.for([
    ['without any use', new Map<string, number>()],
    ['on the day of the first use', new Map([['2026-11-24', 5]])],
  ] as const)('is no figure %s', ([, byDay]) => {
    expect(monthSoFar(byDay, new Date('2026-11-24T12:00:00Z')).projection).toBeUndefined();
  });

  it('is a line in the plot, from today to the projected end', () => {
    const asOf = '2026-11-28T12:00:00Z';
    const days = daysFrom('2026-11-01', '2026-11-28');
    const items = days.map((day) => usageItem(day, 'spec', 1_000_000));
    const byDay = new Map(days.map((day) => [day, 1_000_000]));
    const plot = plotOf(cumulated(stackOf(items, days, measures.cost.of)), measures.cost);
    const projected = withProjection(plot, monthSoFar(byDay, new Date(asOf)), measures.cost, asOf);
    expect(projected.slice(-4).map(({ day, total, projected }) => [day, total, projected])).toEqual([
      ['2026-11-27', 27, undefined],
      ['2026-11-28', 28, 28],
      ['2026-11-29', undefined, 29.5],
      ['2026-11-30', undefined, 30.5],
    ]);
  });
});
