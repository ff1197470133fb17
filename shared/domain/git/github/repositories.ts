import * as z from 'zod';
import { failed } from '../failures.ts';
import {
  type BranchQuery,
  type GitBranch,
  type GitPage,
  type GitRepository,
  lastPushedFirst,
  type RepositoryOrder,
  type RepositoryQuery,
  type RepositorySearch,
} from '../git-host.ts';
import { NOWHERE, type Path } from '../http/git-json.ts';
import { askGraphql, type GitHubApi, nextPage, pageNumber } from './api.ts';
import {
  Branches,
  FoundRepositories,
  gitRepository,
  InstallationRepositories,
  Repositories,
  Repository,
} from './shapes.ts';

/** The only installation of a personal token: all that it can access. */
export const EVERYTHING = 'all';

/** The most search results that GitHub returns. */
const SEARCHABLE = 1000;

/** The number of own repositories to search, by their last push. */
const OWN_SEARCHED = 100;

export async function repositoriesOf(api: GitHubApi, query: RepositoryQuery): Promise<GitPage<GitRepository>> {
  const { installation, limit: per_page, order } = query;
  const page = pageNumber(query.pageId);
  if (installation === null || installation === EVERYTHING) return ownRepositories(api, page, per_page, order);
  if (!/^\d{1,18}$/.test(installation)) throw failed(api.connection, 'not_found', 'installation');
  const path = ['user', 'installations', installation, 'repositories'];
  const { value, headers } = await api.rest.get(path, InstallationRepositories, { per_page, page });
  // GitHub has no order for these, so this sorts each page.
  return { items: sorted(value.repositories, order ?? lastPushedFirst), nextPageId: nextPage(headers) };
}

async function ownRepositories(
  api: GitHubApi,
  page: number,
  per_page: number,
  order: RepositoryOrder | null,
): Promise<GitPage<GitRepository>> {
  const { field: sort, descending } = order ?? lastPushedFirst;
  if (sort === 'stars' || sort === 'forks') {
    const words = `only a search is sorted by ${sort}; search for a name, or leave the order out`;
    throw failed(api.connection, 'not_supported', words);
  }
  const query = { sort, direction: descending ? 'desc' : 'asc', per_page, page };
  const { value, headers } = await api.rest.get(['user', 'repos'], Repositories, query);
  return { items: value.map(gitRepository), nextPageId: nextPage(headers) };
}

/**
 * Without an order, the owner's own repositories come first, as most searches are for these. All others follow by
 * GitHub's relevance. A page id is a position in this list.
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

/** The results from a position, which can be in two of GitHub's pages. */
async function foundFrom(api: GitHubApi, { text, limit, order }: RepositorySearch, from: number, count: number) {
  const sort =
    order?.field === 'stars' || order?.field === 'forks' || order?.field === 'updated' ? order.field : undefined;
  if (order !== null && sort === undefined)
    throw failed(api.connection, 'not_supported', 'a search is sorted by stars, forks or updated');
  const ordered = sort === undefined ? {} : { sort, order: order?.descending ? 'desc' : 'asc' };
  const first = Math.floor(from / limit) + 1;
  const last = Math.floor((from + count - 1) / limit) + 1;
  // Without characters that could begin a qualifier.
  const q = `${text.replaceAll(/[:"+]/g, ' ')} in:name fork:true`;
  const found: Repository[] = [];
  let total = 0;
  for (let page = first; page <= last && (page - 1) * limit < SEARCHABLE; page += 1) {
    const query = { q, per_page: limit, page, ...ordered };
    const { value } = await api.rest.get(['search', 'repositories'], FoundRepositories, query);
    found.push(...value.items);
    total = Math.min(value.total_count, SEARCHABLE);
    if (value.items.length < limit) break;
  }
  const start = from - (first - 1) * limit;
  return { items: found.slice(start, start + count).map(gitRepository), more: from + count < total };
}

export async function repositoryOf(api: GitHubApi, name: string): Promise<GitRepository | undefined> {
  const found = await api.rest.find(pathOf(name), Repository);
  return found && gitRepository(found.value);
}

export function pathOf(name: string): Path {
  const parts = partsOf(name);
  return parts ? ['repos', parts.owner, parts.repo] : NOWHERE;
}

/** @returns undefined for a name that GitHub cannot have */
function partsOf(name: string): { readonly owner: string; readonly repo: string } | undefined {
  const [owner, repo, ...rest] = name.split('/');
  return owner && repo && rest.length === 0 ? { owner, repo } : undefined;
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

/** Searches branches by name, with the times of their last commits. The REST API has neither. */
const SEARCH = `query ($owner: String!, $repo: String!, $text: String!, $limit: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    refs(refPrefix: "refs/heads/", query: $text, first: $limit, after: $after) {
      nodes {
        name
        target { oid ... on Commit { committedDate } }
        branchProtectionRule { id }
      }
      pageInfo { endCursor hasNextPage }
    }
  }
}`;

const Ref = z.object({
  name: z.string(),
  target: z.object({ oid: z.string(), committedDate: z.string().optional() }).nullable(),
  branchProtectionRule: z.unknown(),
});

const FoundBranches = z.object({
  repository: z.object({
    refs: z.object({
      nodes: z.array(Ref.nullable()),
      pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
    }),
  }),
});

export async function branchesOf(api: GitHubApi, name: string, query: BranchQuery): Promise<GitPage<GitBranch>> {
  const { text, limit, pageId } = query;
  if (text !== null) return searchedBranches(api, name, text, query);
  const page = { per_page: limit, page: pageNumber(pageId) };
  const { value, headers } = await api.rest.get([...pathOf(name), 'branches'], Branches, page);
  const items = value.map(({ name: branch, commit, protected: isProtected }) => ({
    name: branch,
    commit_sha: commit.sha,
    protected: isProtected,
    last_push_date: null,
  }));
  return { items, nextPageId: nextPage(headers) };
}

async function searchedBranches(
  api: GitHubApi,
  repositoryName: string,
  text: string,
  { limit, pageId: after }: BranchQuery,
): Promise<GitPage<GitBranch>> {
  const parts = partsOf(repositoryName);
  if (!parts) throw failed(api.connection, 'not_found');
  const { repository } = await askGraphql(api, FoundBranches, SEARCH, { ...parts, text, limit, after });
  const { nodes, pageInfo } = repository.refs;
  const items = nodes.flatMap((found): GitBranch[] => {
    if (!found?.target) return [];
    const { name, target, branchProtectionRule: rule } = found;
    const isProtected = rule !== null && rule !== undefined;
    return [{ name, commit_sha: target.oid, protected: isProtected, last_push_date: target.committedDate ?? null }];
  });
  return { items, nextPageId: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}
