import { HttpError, unprocessable } from './http-error.ts';
import { readChoice } from './query.ts';

const largestPage = 100;

export interface PageRequest {
  readonly pageId?: string | undefined;
  readonly limit: number;
  readonly newestFirst: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_page_id: string | null;
}

/** @throws HttpError 422 when the limit is not a whole number from 1 to 100, or the order is unknown. */
export function readPage(
  query: URLSearchParams,
  orders: readonly [ascending: string, descending: string],
): PageRequest {
  return {
    pageId: query.get('page_id') || undefined,
    limit: readLimit(query.get('limit')),
    newestFirst: readChoice(query, 'sort_order', orders) === orders[1],
  };
}

/** One page of a list; a page id is its first item's. @throws HttpError 400 for an unknown one, which could loop */
export function pageOf<T extends { readonly id: string }>(items: readonly T[], page: PageRequest): Page<T> {
  const ordered = page.newestFirst ? items.toReversed() : items;
  const start = page.pageId === undefined ? 0 : ordered.findIndex((item) => item.id === page.pageId);
  if (start < 0) throw new HttpError(400, 'Unknown page_id');
  const end = start + page.limit;
  return { items: ordered.slice(start, end), next_page_id: ordered[end]?.id ?? null };
}

export function readLimit(value: string | null): number {
  if (value === null || value === '') return largestPage;
  const limit = Number(value);
  if (Number.isInteger(limit) && limit > 0 && limit <= largestPage) return limit;
  const msg = `Input should be a whole number from 1 to ${largestPage}`;
  throw unprocessable([{ type: 'int_range', loc: ['query', 'limit'], msg }]);
}
