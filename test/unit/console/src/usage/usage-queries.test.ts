import { describe, expect, it } from 'vitest';
import type { UsageReport } from '../../../../../console/src/api/shapes.ts';
import { askedFor, MOST_PAGES, readReport, spanOf } from '../../../../../console/src/pages/usage/usage-queries.ts';
import { usageItem } from './usage-item.ts';

/** A service whose report has so many pages of one item each. */
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
