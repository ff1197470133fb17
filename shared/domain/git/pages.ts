import { AppError } from '../../platform/errors.ts';
import { type PageScope, pageIdAfter, positionOf } from '../../platform/paging.ts';
import type { GitPage } from './git-host.ts';
import type { OwnerHost } from './owner-hosts.ts';

/** The provider's page id from a page id of this service. */
export function providerPageId(pageId: string | undefined, scope: PageScope): string | null {
  const position = positionOf(pageId, scope);
  return position === null ? null : Buffer.from(position, 'base64url').toString('utf8');
}

/** A page of a provider as this API returns it. The provider's page id is encoded, as it can hold any character. */
export function wirePage<T>({ items, nextPageId }: GitPage<T>, scope: PageScope) {
  const position = nextPageId === null ? null : Buffer.from(nextPageId).toString('base64url');
  return { items: [...items], next_page_id: pageIdAfter(position, scope) };
}

/** The most pages to read if the provider does not number them. */
const MAX_STEPS = 10;

/** A page of a list by its number, from 1, for legacy clients. @throws GitHostError; AppError `git_not_supported` */
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

/** A link to the next page in the format of the header `Link`. Legacy clients read it from each item. */
export function linkToPage(path: string, page: number | null): string | null {
  return page === null ? null : `<${path}?page=${page}>; rel="next"`;
}
