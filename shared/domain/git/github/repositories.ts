import {
  type GitPage,
  type GitRepository,
  lastPushedFirst,
  type RepositoryOrder,
  type RepositoryQuery,
  type RepositorySearch,
} from '../git-host.ts';
import { ask, failed, find, type GitHubApi } from './api.ts';
import { FoundRepositories, gitRepository, InstallationRepositories, Repositories, Repository } from './shapes.ts';

/** The one "installation" of a token that belongs to a person and not to an app: all that it reaches. */
export const EVERYTHING = 'all';

/** How many results of a search GitHub lets callers page through. */
const SEARCHABLE = 1000;

/** The owner's repositories, by their last push, that a search looks through. */
const OWN_SEARCHED = 100;

export async function repositoriesOf(api: GitHubApi, query: RepositoryQuery): Promise<GitPage<GitRepository>> {
  const { installation, limit: per_page, order } = query;
  const page = pageNumber(query.pageId);
  if (installation === null || installation === EVERYTHING) return ownRepositories(api, page, per_page, order);
  if (!/^\d{1,18}$/.test(installation)) throw failed(api, 'not_found', 'installation');
  const asking = api.request.get('/user/installations/{installation_id}/repositories', {
    installation_id: Number(installation),
    per_page,
    page,
  });
  const { data, next } = await ask(api, InstallationRepositories, asking);
  // GitHub gives them in an order of its own, so each page is sorted by itself.
  return { items: sorted(data.repositories, order ?? lastPushedFirst), nextPageId: next };
}

async function ownRepositories(
  api: GitHubApi,
  page: number,
  per_page: number,
  order: RepositoryOrder | null,
): Promise<GitPage<GitRepository>> {
  const { field: sort, descending } = order ?? lastPushedFirst;
  if (sort === 'stars' || sort === 'forks')
    throw failed(api, 'not_supported', `only a search is sorted by ${sort}; search for a name, or leave the order out`);
  const direction = descending ? 'desc' : 'asc';
  const asking = api.request.get('/user/repos', { sort, direction, per_page, page });
  const { data, next } = await ask(api, Repositories, asking);
  return { items: data.map(gitRepository), nextPageId: next };
}

/**
 * Without an order, the owner's own repositories with this text come first, as most people look for these; all others
 * follow by GitHub's relevance. Both are one list, in which a page begins at a place.
 */
export async function searchedRepositories(api: GitHubApi, search: RepositorySearch): Promise<GitPage<GitRepository>> {
  const { text, limit, order } = search;
  const place = pageNumber(search.pageId) - 1;
  const own = order === null ? await ownWith(api, text) : [];
  const known = new Set(own.map(({ id }) => id));
  const from = Math.max(0, place - own.length);
  const wanted = place + limit - Math.max(place, own.length);
  const found = wanted > 0 ? await foundFrom(api, search, from, wanted) : { items: [], more: true };
  const items = [...own.slice(place, place + limit), ...found.items.filter(({ id }) => !known.has(id))];
  return { items, nextPageId: found.more ? String(place + limit + 1) : null };
}

async function ownWith(api: GitHubApi, text: string): Promise<readonly GitRepository[]> {
  const { items } = await ownRepositories(api, 1, OWN_SEARCHED, null);
  return items.filter(({ full_name }) => full_name.toLowerCase().includes(text.toLowerCase()));
}

/** So many results from a place on, which may lie in two of GitHub's pages. */
async function foundFrom(api: GitHubApi, { text, limit, order }: RepositorySearch, from: number, count: number) {
  const sort =
    order?.field === 'stars' || order?.field === 'forks' || order?.field === 'updated' ? order.field : undefined;
  if (order !== null && sort === undefined)
    throw failed(api, 'not_supported', 'a search is sorted by stars, forks or updated');
  const ordered = sort === undefined ? {} : { sort, order: order?.descending ? ('desc' as const) : ('asc' as const) };
  const first = Math.floor(from / limit) + 1;
  const last = Math.floor((from + count - 1) / limit) + 1;
  const found: Repository[] = [];
  let total = 0;
  for (let page = first; page <= last && (page - 1) * limit < SEARCHABLE; page += 1) {
    // Words of a name, and no qualifier that could mean something else.
    const q = `${text.replaceAll(/[:"]/g, ' ')} in:name fork:true`;
    const asking = api.request.get('/search/repositories', { q, per_page: limit, page, ...ordered });
    const { data } = await ask(api, FoundRepositories, asking);
    found.push(...data.items);
    total = Math.min(data.total_count, SEARCHABLE);
    if (data.items.length < limit) break;
  }
  const start = from - (first - 1) * limit;
  return { items: found.slice(start, start + count).map(gitRepository), more: from + count < total };
}

export async function repositoryOf(api: GitHubApi, name: string): Promise<GitRepository | undefined> {
  const parts = partsOf(name);
  if (!parts) return undefined;
  const found = await find(api, Repository, api.request.get('/repos/{owner}/{repo}', parts));
  return found && gitRepository(found);
}

/** @returns undefined for names that GitHub has not. */
export function partsOf(name: string): { readonly owner: string; readonly repo: string } | undefined {
  const [owner, repo, ...rest] = name.split('/');
  return owner && repo && rest.length === 0 ? { owner, repo } : undefined;
}

/** Pages have numbers from 1 on. */
export function pageNumber(pageId: string | null): number {
  return /^[1-9]\d{0,8}$/.test(pageId ?? '') ? Number(pageId) : 1;
}

const keys = {
  stars: ({ stargazers_count }: Repository) => stargazers_count ?? 0,
  forks: ({ forks_count }: Repository) => forks_count ?? 0,
  updated: ({ updated_at }: Repository) => updated_at ?? '',
  pushed: ({ pushed_at }: Repository) => pushed_at ?? '',
  created: ({ created_at }: Repository) => created_at ?? '',
  full_name: ({ full_name }: Repository) => full_name.toLowerCase(),
} satisfies Record<RepositoryOrder['field'], (found: Repository) => string | number>;

function sorted(found: readonly Repository[], { field, descending }: RepositoryOrder): readonly GitRepository[] {
  const key = keys[field];
  const compare = (a: Repository, b: Repository) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  return found.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b))).map(gitRepository);
}
