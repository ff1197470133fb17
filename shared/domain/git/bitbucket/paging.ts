import type { GitPage, PageRequest } from '../git-host.ts';
import type { Query } from '../http/git-json.ts';
import { noSuchPage } from '../http/page-ids.ts';
import type { List } from './answers.ts';

/** Numbers for most lists, marks for some. */
const PAGE = /^[\w=-]{1,200}$/;

export function pagingOf({ pageId, limit }: PageRequest): Query {
  if (pageId !== null && !PAGE.test(pageId)) throw noSuchPage('bitbucket');
  return { pagelen: limit, page: pageId ?? undefined };
}

/** The answer links to the next page. Only its mark is taken from there: no address that came in is asked. */
export function pageOf<A, T>({ values, next }: List<A>, itemOf: (value: A) => T): GitPage<T> {
  const page = next && URL.canParse(next) ? new URL(next).searchParams.get('page') : null;
  return { items: values.map(itemOf), nextPageId: page !== null && PAGE.test(page) ? page : null };
}
