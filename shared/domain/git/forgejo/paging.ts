import type { GitPage, PageRequest } from '../git-host.ts';
import type { Answer, Query } from '../http/git-json.ts';
import { numberOf } from '../http/page-ids.ts';

/** What servers give at most by their default settings. Asking for more would count pages wrongly. */
export const MOST_ITEMS = 50;

export function pagingOf({ pageId, limit }: PageRequest): Query {
  return { page: numberOf('forgejo', pageId, 1), limit: Math.min(limit, MOST_ITEMS) };
}

/** A server links to the next page, or at least says how many items there are. */
export function hasNext({ headers }: Answer<unknown>, page: number, limit: number): boolean {
  const link = headers.get('link');
  if (link !== null) return /rel="?next"?/.test(link);
  return Number(headers.get('x-total-count') ?? 0) > page * limit;
}

export function pageOf<A, T>(
  answer: Answer<unknown>,
  request: PageRequest,
  values: readonly A[],
  itemOf: (value: A) => T,
): GitPage<T> {
  const page = numberOf('forgejo', request.pageId, 1);
  const next = hasNext(answer, page, Math.min(request.limit, MOST_ITEMS));
  return { items: values.map(itemOf), nextPageId: next ? String(page + 1) : null };
}
