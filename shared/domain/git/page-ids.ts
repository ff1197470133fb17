import { type PageScope, pageIdAfter, positionOf } from '../../platform/paging/page-id.ts';
import type { GitPage } from './git-host.ts';

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
