import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { notFound } from '../failures.ts';
import type { GitPage, PageRequest } from '../git-host.ts';

/** The number in a page id; `first` without an id. @throws GitHostError `not_found` for an invalid id */
export function numberOf(provider: GitProvider, pageId: string | null, first: number): number {
  if (pageId === null) return first;
  if (!/^\d{1,7}$/.test(pageId)) throw noSuchPage(provider);
  return Number(pageId);
}

export function noSuchPage(provider: GitProvider) {
  return notFound(provider, 'page in this list');
}

/** One page of a list that the provider returns as a whole. */
export function sliceOf<T>(provider: GitProvider, all: readonly T[], { pageId, limit }: PageRequest): GitPage<T> {
  const start = numberOf(provider, pageId, 0);
  const end = start + limit;
  return { items: all.slice(start, end), nextPageId: end < all.length ? String(end) : null };
}

/** The most sources that one page asks, if the previous ones are empty. */
const MOST_SOURCES = 5;

/**
 * A page of several lists in sequence. It has items of one list, so it can be shorter than its limit. Its id is the
 * name of the source and the page id in that source.
 */
export async function pageOfSources<T>(
  provider: GitProvider,
  sources: readonly string[],
  { pageId, limit }: PageRequest,
  read: (source: string, page: PageRequest) => Promise<GitPage<T>>,
): Promise<GitPage<T>> {
  const [name = '', inner = ''] = pageId?.split('~') ?? [];
  const start = pageId === null ? 0 : sources.findIndex((source) => encodeURIComponent(source) === name);
  if (start < 0) throw noSuchPage(provider);
  const asked = sources.slice(start, start + MOST_SOURCES);
  for (const [index, source] of asked.entries()) {
    const { items, nextPageId } = await read(source, { pageId: (index === 0 && inner) || null, limit });
    if (nextPageId !== null) return { items, nextPageId: `${encodeURIComponent(source)}~${nextPageId}` };
    const next = sources[start + index + 1];
    if (items.length > 0 || index === asked.length - 1)
      return { items, nextPageId: next === undefined ? null : `${encodeURIComponent(next)}~` };
  }
  return { items: [], nextPageId: null };
}
