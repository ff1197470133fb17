import type { UsageReport } from '../../api/shapes.ts';

export interface WholeReport {
  readonly asOf: string;
  readonly items: UsageReport['items'];
  readonly priceList: UsageReport['price_list'];
  /** False where pages were left. */
  readonly isWhole: boolean;
}

/** The service adds up 10,000 rows at most, a thousand a page; one that gives more is not followed for ever. */
export const MOST_PAGES = 10;

/** Reads a report that comes in pages to its end. */
export async function readReport(
  pageOf: (page: { readonly page_id?: string }) => Promise<UsageReport>,
): Promise<WholeReport> {
  let report = await pageOf({});
  const items = [...report.items];
  for (let pages = 1; report.next_page_id !== null && pages < MOST_PAGES; pages += 1) {
    report = await pageOf({ page_id: report.next_page_id });
    items.push(...report.items);
  }
  const { as_of: asOf, price_list: priceList, next_page_id: next } = report;
  return { asOf, items, priceList, isWhole: next === null };
}
