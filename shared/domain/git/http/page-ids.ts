import type { GitProvider } from '../../../contract/shapes/enums.ts';
import type { GitPage, PageRequest } from '../git-host.ts';
import { notFound } from './git-failures.ts';

/** The number that a page id is, or the first one. @throws GitHostError `not_found` when it is no such id */
export function numberOf(provider: GitProvider, pageId: string | null, first: number): number {
  if (pageId === null) return first;
  if (!/^\d{1,7}$/.test(pageId)) throw noSuchPage(provider);
  return Number(pageId);
}

export function noSuchPage(provider: GitProvider) {
  return notFound(provider, 'no such page in this list');
}

/** A part of a list that the provider gives whole. */
export function sliceOf<T>(provider: GitProvider, all: readonly T[], { pageId, limit }: PageRequest): GitPage<T> {
  const start = numberOf(provider, pageId, 0);
  const end = start + limit;
  return { items: all.slice(start, end), nextPageId: end < all.length ? String(end) : null };
}

/** How many sources one page asks, when those before had nothing. */
const MOST_SOURCES = 5;

/**
 * One list made of several, one after the other: a page is of one of them, and may be shorter than its limit. Its id is
 * the name of the source and the id within.
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
  let within: string | null = inner || null;
  const end = Math.min(start + MOST_SOURCES, sources.length);
  for (const [index, source] of sources.slice(start, end).entries()) {
    const page = await read(source, { pageId: within, limit });
    within = null;
    const next = sources[start + index + 1];
    if (page.nextPageId !== null) {
      return { items: page.items, nextPageId: `${encodeURIComponent(source)}~${page.nextPageId}` };
    }
    const nextPageId = next === undefined ? null : `${encodeURIComponent(next)}~`;
    if (page.items.length > 0 || nextPageId === null) return { items: page.items, nextPageId };
  }
  const next = sources[end];
  return { items: [], nextPageId: next === undefined ? null : `${encodeURIComponent(next)}~` };
}
