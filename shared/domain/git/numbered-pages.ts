import { AppError } from '../../platform/errors/errors.ts';
import type { GitPage } from './git-host.ts';
import type { OwnerHost } from './owner-hosts.ts';

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
