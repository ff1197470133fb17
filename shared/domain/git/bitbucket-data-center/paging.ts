import type { GitPage, PageRequest } from '../git-host.ts';
import type { Query } from '../http/git-json.ts';
import { numberOf } from '../http/page-ids.ts';
import type { List } from './answers.ts';

/** A page id is the number of the entry that a page begins with. The server filters after it counts. */
export function pagingOf({ pageId, limit }: PageRequest): Query {
  return { start: numberOf('bitbucket_data_center', pageId, 0), limit };
}

export function pageOf<A, T>({ values, isLastPage, nextPageStart }: List<A>, itemOf: (value: A) => T): GitPage<T> {
  const next = isLastPage || nextPageStart === undefined || nextPageStart === null ? null : String(nextPageStart);
  return { items: values.map(itemOf), nextPageId: next };
}
