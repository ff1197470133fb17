import { describe, expect, it } from 'vitest';
import { measures } from '../../../../../console/src/pages/usage/measures.ts';
import {
  cumulated,
  MOST_SERIES,
  monthSoFar,
  plotOf,
  stackOf,
  withProjection,
} from '../../../../../console/src/pages/usage/plot.ts';
import { daysFrom } from '../../../../../shared/presentation/time.ts';
import { usageItem } from './usage-item.ts';

const { of } = measures.cost;
const days = ['2026-11-01', '2026-11-02', '2026-11-03'];

describe('usage stacked by day', () => {
  it('the largest band comes first, each day has a row, and unused groups have no band', () => {
    const items = [
      usageItem('2026-11-01', 'small', 1),
      usageItem('2026-11-01', 'large', 5),
      usageItem('2026-11-03', 'large', 7),
      usageItem('2026-11-03', 'none', 0),
      usageItem('2026-11-03', null, 2),
    ];
    const { series, rows, total } = stackOf(items, days, of);
    expect(series.map(({ id, total }) => [id, total])).toEqual([
      ['large', 12],
      [null, 2],
      ['small', 1],
    ]);
    expect(rows).toEqual([
      { day: '2026-11-01', values: [5, 0, 1], total: 6 },
      { day: '2026-11-02', values: [0, 0, 0], total: 0 },
      { day: '2026-11-03', values: [7, 2, 0], total: 9 },
    ]);
    expect(total).toBe(15);
  });

  it('too many bands are reduced by adding up the smallest in a last band', () => {
    const items = days.flatMap((day) =>
      Array.from({ length: MOST_SERIES + 2 }, (_, nth) => usageItem(day, `spec-${nth}`, 100 - nth)),
    );
    const { series, rows, total } = stackOf(items, days, of);
    expect(series).toHaveLength(MOST_SERIES);
    expect(series.at(-1)).toMatchObject({ name: 'others', id: null, groups: 3, total: 3 * (93 + 92 + 91) });
    expect(rows.map(({ values }) => values.at(-1))).toEqual([276, 276, 276]);
    expect(total).toBe(items.reduce((all, item) => all + of(item), 0));
  });

  it('the maximum number of bands needs no band for others', () => {
    const items = Array.from({ length: MOST_SERIES }, (_, nth) => usageItem('2026-11-01', `spec-${nth}`, nth + 1));
    expect(stackOf(items, days, of).series.every(({ groups }) => groups === 1)).toBe(true);
  });

  it('usage without a group has its own band', () => {
    const items = [usageItem('2026-11-01', null, 9), usageItem('2026-11-01', 'a', 5), usageItem('2026-11-01', 'b', 1)];
    const { series } = stackOf(items, days, of, 2);
    expect(series.map(({ name, groups, total }) => [name, groups, total])).toEqual([
      ['series-0', 1, 9],
      ['others', 2, 6],
    ]);
  });

  it('the cumulative view has the same total', () => {
    const items = [usageItem('2026-11-01', 'a', 5), usageItem('2026-11-01', 'b', 1), usageItem('2026-11-03', 'a', 7)];
    const daily = stackOf(items, days, of);
    const { rows, total } = cumulated(daily);
    expect(rows.map(({ values, total }) => [...values, total])).toEqual([
      [5, 1, 6],
      [5, 1, 6],
      [12, 1, 13],
    ]);
    expect(total).toBe(daily.total);
  });
});

const each = (first: string, last: string, amount: number) =>
  new Map(daysFrom(first, last).map((day) => [day, amount]));

describe('projection of a month', () => {
  it('the rest of the month is projected with the mean of the last seven whole days', () => {
    const byDay = new Map([...each('2026-11-01', '2026-11-16', 100), ...each('2026-11-17', '2026-11-23', 10)]);
    byDay.set('2026-11-24', 5);
    const { used, projection } = monthSoFar(byDay, new Date('2026-11-24T12:00:00Z'));
    expect(used).toBe(1675);
    expect(projection).toEqual({ days: 7, perDay: 10, daysLeft: 6.5, atEnd: 1675 + 65 });
  });

  it('days of the previous month count for the mean, but not for the total', () => {
    const byDay = each('2026-10-20', '2026-11-02', 10);
    const { used, projection } = monthSoFar(byDay, new Date('2026-11-02T00:00:00Z'));
    expect(used).toBe(20);
    expect(projection).toMatchObject({ days: 7, perDay: 10, daysLeft: 29 });
  });

  it('days before the first use do not count, later days without use do', () => {
    const byDay = new Map([
      ['2026-11-20', 0],
      ['2026-11-21', 30],
    ]);
    const { projection } = monthSoFar(byDay, new Date('2026-11-24T00:00:00Z'));
    expect(projection).toMatchObject({ days: 3, perDay: 10 });
  });

  it('without use in the last seven days, the projection is the usage so far', () => {
    const { projection } = monthSoFar(each('2026-11-01', '2026-11-03', 7), new Date('2026-11-24T00:00:00Z'));
    expect(projection).toMatchObject({ days: 7, perDay: 0, atEnd: 21 });
  });

  it.for([
    ['without any use', new Map<string, number>()],
    ['on the day of the first use', new Map([['2026-11-24', 5]])],
  ] as const)('there is no projection %s', ([, byDay]) => {
    expect(monthSoFar(byDay, new Date('2026-11-24T12:00:00Z')).projection).toBeUndefined();
  });

  it('the projection is a line from today to the end of the month', () => {
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
