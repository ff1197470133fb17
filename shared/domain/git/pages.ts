import { AppError } from '../../platform/errors.ts';
import { type PageScope, pageIdAfter, positionOf } from '../../platform/paging.ts';
import type { GitPage } from './git-host.ts';
import type { OwnerHost } from './owner-hosts.ts';

/** A provider's page id in the place of a position, in the characters that a position may have. */
export function providerPageId(pageId: string | undefined, scope: PageScope): string | null {
  const position = positionOf(pageId, scope);
  return position === null ? null : Buffer.from(position, 'base64url').toString('utf8');
}

/** A provider's page as this interface has pages. */
export function wirePage<T>({ items, nextPageId }: GitPage<T>, scope: PageScope) {
  const position = nextPageId === null ? null : Buffer.from(nextPageId).toString('base64url');
  return { items: [...items], next_page_id: pageIdAfter(position, scope) };
}

/** How far a list is read from its start where its provider has no numbers for pages. */
const MAX_STEPS = 10;

/** The n-th page of a list, from 1 on, for clients that count. @throws GitFailureError */
export async function nthPage<T>(
  host: OwnerHost,
  page: number,
  limit: number,
  ask: (pageId: string | null) => Promise<GitPage<T>>,
): Promise<GitPage<T>> {
  if (page === 1) return ask(null);
  const pageId = await host.pageIdOf(page, limit);
  if (pageId !== undefined) return ask(pageId);
  if (page > MAX_STEPS)
    throw new AppError('git_not_supported', `Only the first ${MAX_STEPS} pages are shown. Search for a name instead.`);
  let found = await ask(null);
  for (let number = 2; number <= page; number += 1) {
    if (found.nextPageId === null) return { items: [], nextPageId: null };
    found = await ask(found.nextPageId);
  }
  return found;
}

/** A link to the next page in the form of a header, as clients of the legacy generation look for it in each item. */
export function linkToPage(path: string, page: number | null): string | null {
  return page === null ? null : `<${path}?page=${page}>; rel="next"`;
}
