import { describe, expect, it } from 'vitest';
import type { UsageReport } from '../../../../../console/src/api/shapes.ts';
import { MOST_PAGES, readReport } from '../../../../../console/src/pages/usage/usage-queries.ts';
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

describe('A report in pages', () => {
  it('is read to its end', async () => {
    const { asked, pageOf } = pagesOf(3);
    const { items, isWhole } = await readReport(pageOf);
    expect(asked).toEqual([undefined, '1', '2']);
    expect(items.map(({ split }) => split)).toEqual(['spec-0', 'spec-1', 'spec-2']);
    expect(isWhole).toBe(true);
  });

  it('is not followed for ever, and says that it is not whole', async () => {
    const { asked, pageOf } = pagesOf(MOST_PAGES + 1);
    expect(await readReport(pageOf)).toMatchObject({ isWhole: false });
    expect(asked).toHaveLength(MOST_PAGES);
  });
});
