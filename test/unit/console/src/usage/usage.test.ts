import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UsageGroup, UsageReport } from '../../../../../console/src/api/shapes.ts';
import { measures } from '../../../../../console/src/pages/usage/measures.ts';
import {
  cumulated,
  MOST_SERIES,
  monthSoFar,
  plotOf,
  type Series,
  stackOf,
  withProjection,
} from '../../../../../console/src/pages/usage/plot.ts';
import { tableRows } from '../../../../../console/src/pages/usage/table-rows.ts';
import { allRowsCsv, csvName, groupsIn, usageCsv } from '../../../../../console/src/pages/usage/usage-csv.ts';
import { askedFor, MOST_PAGES, readReport, spanOf } from '../../../../../console/src/pages/usage/usage-queries.ts';
import { csvOf, rowsOfCsv } from '../../../../../shared/presentation/csv.ts';
import { daysFrom } from '../../../../../shared/presentation/time.ts';

/** What a spec, key, sandbox or conversation cost on a day. */
function usageItem(day: string, split: string | null, costMicroUsd: number): UsageGroup {
  return {
    group: day,
    split,
    compute_seconds: 0,
    vcpu_seconds: 0,
    memory_gb_seconds: 0,
    public_ipv4_seconds: 0,
    workspace_running_gb_seconds: 0,
    workspace_paused_gb_seconds: 0,
    api_calls: 0,
    legacy_api_calls: 0,
    ...{ model_calls: 0, model_input_tokens: 0, model_cache_read_tokens: 0, model_cache_write_tokens: 0 },
    ...{ model_output_tokens: 0, model_cost_micro_usd: 0, compute_cost_micro_usd: costMicroUsd },
    cost_micro_usd: costMicroUsd,
    cost_usd: (costMicroUsd / 1e6).toFixed(6),
  };
}

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

const twoDays = ['2026-11-01', '2026-11-02'];
const twoItems = [usageItem('2026-11-01', 'k1', 1_500_000), usageItem('2026-11-02', 'k2', 4)];
const stack = stackOf(twoItems, twoDays, measures.cost.of);
const csv = (titleOf: (series: Series) => string, rows = stack.rows) =>
  usageCsv(rows, stack, measures.cost, titleOf).split('\r\n');

describe('usage CSV', () => {
  it('the rows are those shown, followed by the totals, as plain numbers', () => {
    expect(csv(({ id }) => String(id), [...stack.rows].reverse())).toEqual([
      'Day (UTC),Total (USD),k1 (USD),k2 (USD)',
      '2026-11-02,0.000004,0,0.000004',
      '2026-11-01,1.5,1.5,0',
      'Total,1.500004,1.5,0.000004',
      '',
    ]);
  });

  it.for(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1'])(
    'the name %j does not become a formula',
    (name) => {
      const [head = ''] = csv(({ id }) => (id === 'k1' ? name : 'Other'));
      const cell = `'${name} (USD)`;
      expect(head).toContain(name.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
    },
  );

  it('names with commas, quotes and line breaks are quoted', () => {
    const text = usageCsv(stack.rows, stack, measures.cost, ({ id }) => `${id}, "b"\nc`);
    expect(text).toContain(',"k1, ""b""\nc (USD)",');
  });

  it('bands of the same title are told apart by their ID', () => {
    expect(csv(() => 'Fix it')[0]).toBe('Day (UTC),Total (USD),Fix it [k1] (USD),Fix it [k2] (USD)');
  });

  it('the file name describes the content', () => {
    expect(csvName({ first: '2026-11-01', last: '2026-11-24', by: 'key', what: 'cost_daily' })).toBe(
      'usage_by-key_cost_daily_2026-11-01_2026-11-24.csv',
    );
  });
});

describe('rows of the usage table', () => {
  const week = daysFrom('2026-11-01', '2026-11-07');
  const daily = stackOf([usageItem('2026-11-02', 'a', 5), usageItem('2026-11-06', 'a', 7)], week, of);
  const told = (rows: ReturnType<typeof tableRows>) => rows.map(({ day, since, total }) => [since, day, total]);

  it('are newest first, with days without use folded', () => {
    expect(told(tableRows(daily, daily))).toEqual([
      ['2026-11-07', '2026-11-07', 0],
      [undefined, '2026-11-06', 7],
      ['2026-11-03', '2026-11-05', 0],
      [undefined, '2026-11-02', 5],
      ['2026-11-01', '2026-11-01', 0],
    ]);
  });

  it('keep the sums of folded days in the cumulative view', () => {
    expect(told(tableRows(daily, cumulated(daily))).map(([, , total]) => total)).toEqual([12, 12, 5, 5, 0]);
  });

  it('name the folded days in the file', () => {
    const lines = usageCsv(tableRows(daily, daily), daily, measures.cost, () => 'A').split('\r\n');
    expect(lines[3]).toBe('2026-11-03 to 2026-11-05,0,0');
  });
});

describe('all rows of a usage report', () => {
  const names = ['compute_seconds', 'cost_micro_usd', 'cost_usd', 'price_region'];
  const report = csvOf(
    ['day', 'conversation', ...names],
    [
      ['2026-11-01', 'c1', 5, 10, '0.000010', 'us-east-1'],
      ['2026-11-01', 'c2', 0, 0, '0.000000', 'us-east-1'],
      ['2026-11-02', 'c1', 5, 10, '0.000010', 'us-east-1'],
      ['2026-11-02', 'c3', 5, 30, '0.000030', 'us-east-1'],
      ['2026-11-02', null, 0, 20, '0.000020', 'us-east-1'],
    ],
  );

  it('are newest first, with titles, without rows of zeros and formulas', () => {
    const titles = new Map([
      ['c1', '=HYPERLINK("http://x"), "b"\nc'],
      ['c2', 'Unused'],
    ]);
    expect(rowsOfCsv(allRowsCsv(report, 'conversation', titles))).toEqual([
      ['day', 'title', 'conversation', ...names],
      ['2026-11-02', '', 'c3', '5', '30', '0.000030', 'us-east-1'],
      ['2026-11-02', 'No conversation', '', '0', '20', '0.000020', 'us-east-1'],
      ['2026-11-02', `'=HYPERLINK("http://x"), "b"\nc`, 'c1', '5', '10', '0.000010', 'us-east-1'],
      ['2026-11-01', `'=HYPERLINK("http://x"), "b"\nc`, 'c1', '5', '10', '0.000010', 'us-east-1'],
    ]);
    expect(groupsIn(report)).toEqual(['c1', 'c2', 'c3']);
  });

  it('need no titles for specs', () => {
    const ofSpecs = report.replace('conversation', 'spec');
    expect(rowsOfCsv(allRowsCsv(ofSpecs, 'spec', new Map())).map((row) => row[1])).toEqual([
      'spec',
      'c3',
      'API requests',
      'c1',
      'c1',
    ]);
  });

  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' })), { minLength: 1 }), (cells) => {
        const rows = cells.map((row) => row.map((cell) => cell.replaceAll(/^[=+\-@\t\r\n]+/g, '')));
        expect(rowsOfCsv(csvOf(['a', 'b'], rows))).toEqual([['a', 'b'], ...rows]);
      }),
    );
  });
});

/** A service whose report has this many pages of one item each. */
function pagesOf(pages: number) {
  const asked: (string | undefined)[] = [];
  const pageOf = async ({ page_id }: { readonly page_id?: string }): Promise<UsageReport> => {
    asked.push(page_id);
    const page = Number(page_id ?? 0);
    const { group: _, split: __, ...totals } = usageItem('', null, pages);
    return {
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-24T00:00:00.000Z',
      as_of: '2026-11-24T00:00:00.000Z',
      group_by: 'day',
      split_by: 'spec',
      currency: 'USD',
      price_list: { region: 'us-east-1', service_region: 'us-east-1', read_on: '2026-11-22' },
      items: [usageItem('2026-11-01', `spec-${page}`, 1)],
      totals,
      next_page_id: page + 1 < pages ? String(page + 1) : null,
    };
  };
  return { asked, pageOf };
}

describe('paginated usage report', () => {
  it('all pages are read', async () => {
    const { asked, pageOf } = pagesOf(3);
    const { items, isWhole } = await readReport(pageOf);
    expect(asked).toEqual([undefined, '1', '2']);
    expect(items.map(({ split }) => split)).toEqual(['spec-0', 'spec-1', 'spec-2']);
    expect(isWhole).toBe(true);
  });

  it('a report with too many pages is cut off and marked incomplete', async () => {
    const { asked, pageOf } = pagesOf(MOST_PAGES + 1);
    expect(await readReport(pageOf)).toMatchObject({ isWhole: false });
    expect(asked).toHaveLength(MOST_PAGES);
  });
});

const today = '2026-11-24';

describe('days of a usage report', () => {
  it.for([
    ['month', today, '2026-11-01', today],
    ['last_month', today, '2026-10-01', '2026-10-31'],
    ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['7d', today, '2026-11-18', today],
    ['30d', today, '2026-10-26', today],
  ] as const)('the range %s on %s is from %s to %s', ([range, now, first, last]) => {
    expect(spanOf(range, {}, now)).toEqual({ first, last });
  });

  it('a custom range is taken from the URL and ends today at the latest', () => {
    expect(spanOf('own', { from: '2026-11-02', to: '2026-12-24' }, today)).toEqual({
      first: '2026-11-02',
      last: today,
    });
  });

  it.for([
    [{}, 'a first and a last day'],
    [{ from: '2026-02-31', to: today }, 'a first and a last day'],
    [{ from: today, to: '2026-11-23' }, 'before the first'],
    [{ from: '2026-11-25', to: '2026-11-26' }, 'in the future'],
    [{ from: '2026-08-24', to: today }, '92 days'],
  ] as const)('the range %j is rejected', ([own, problem]) => {
    expect(spanOf('own', own, today)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('the longest range that the service reports is accepted', () => {
    expect(spanOf('own', { from: '2026-08-25', to: today }, today)).toEqual({ first: '2026-08-25', last: today });
  });

  it('a request that includes today has no end, any other ends at the next midnight', () => {
    expect(askedFor({ first: '2026-11-01', last: today }, today)).toEqual({ from: '2026-11-01' });
    expect(askedFor({ first: '2026-10-01', last: '2026-10-31' }, today)).toEqual({
      from: '2026-10-01',
      to: '2026-11-01',
    });
  });
});
