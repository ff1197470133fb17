import { describe, expect, it } from 'vitest';
import { measures } from '../../../../../console/src/pages/usage/measures.ts';
import { type Series, stackOf } from '../../../../../console/src/pages/usage/plot.ts';
import { csvName, usageCsv } from '../../../../../console/src/pages/usage/usage-csv.ts';
import { usageItem } from './usage-item.ts';

const days = ['2026-11-01', '2026-11-02'];
const items = [usageItem('2026-11-01', 'k1', 1_500_000), usageItem('2026-11-02', 'k2', 4)];
const stack = stackOf(items, days, measures.cost.of);
const csv = (titleOf: (series: Series) => string, rows = stack.rows) =>
  usageCsv(rows, stack, measures.cost, titleOf).split('\r\n');

describe('usage CSV', () => {
  it('the rows are as shown, followed by the totals, as plain numbers', () => {
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
      const [head = ''] = csv(() => name);
      const cell = `'${name} (USD)`;
      expect(head).toContain(name.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
    },
  );

  it('names with commas, quotes and line breaks are quoted', () => {
    const text = usageCsv(stack.rows, stack, measures.cost, () => 'a, "b"\nc');
    expect(text).toContain(',"a, ""b""\nc (USD)",');
  });

  it('the file name describes the content', () => {
    expect(csvName({ first: '2026-11-01', last: '2026-11-24', by: 'key', of: 'cost', view: 'daily' })).toBe(
      'usage_cost-by-key_daily_2026-11-01_2026-11-24.csv',
    );
  });
});
