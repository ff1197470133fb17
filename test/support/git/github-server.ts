import type { AgentRequest } from '../http/http-agent.ts';
import examples from './github-examples.json' with { type: 'json' };
import { type Answer, type ProviderServer, startProvider } from './provider-server.ts';
import { numberIn, pageByNumber } from './routes.ts';

interface RepositoryOptions {
  readonly full_name: string;
  readonly isPrivate?: boolean;
  readonly pushed_at?: string;
  readonly stars?: number;
}

/** The content of a GitHub Enterprise Server. */
export interface GitHubContent {
  /** The valid tokens. */
  readonly tokens: readonly string[];
  readonly login: string;
  readonly organizations: readonly string[];
  /** The repositories of each installation of an app. */
  readonly installations: Readonly<Record<string, readonly RepositoryOptions[]>>;
  /** The repositories of the token's user. */
  readonly own: readonly RepositoryOptions[];
  /** Other repositories that a search finds. */
  readonly others: readonly RepositoryOptions[];
  readonly branches: readonly string[];
  /** The files of every repository, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The GraphQL data of suggested tasks. */
  readonly work: unknown;
}

const someContent: GitHubContent = {
  tokens: ['ghp_good'],
  login: 'octocat',
  organizations: ['acme'],
  installations: {},
  own: [],
  others: [],
  branches: ['main'],
  files: {},
  work: { viewer: { pullRequests: { nodes: [] } }, search: { nodes: [] } },
};

const notFound: Answer = { status: 404, body: { message: 'Not Found', status: '404' } };

export function startGitHub(content: Partial<GitHubContent> = {}): Promise<ProviderServer> {
  const has = { ...someContent, ...content };
  return startProvider((asked) => {
    const token = asked.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!has.tokens.includes(token)) return { status: 401, body: { message: 'Bad credentials', status: '401' } };
    if (asked.path === '/api/graphql') return graphql(has, asked);
    const path = asked.path.startsWith('/api/v3/') ? decodeURIComponent(asked.path.slice('/api/v3'.length)) : '';
    return rest(has, path, token, asked);
  });
}

function rest(has: GitHubContent, path: string, token: string, { query, path: raw, headers }: AgentRequest): Answer {
  const paged = <T>(items: readonly T[], wrap: (items: readonly T[]) => unknown = (all) => all): Answer => {
    const page = numberIn(query, 'page', 1);
    const { items: some, hasNext } = pageByNumber(items, page, numberIn(query, 'per_page', 30));
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    const link = `<http://${headers.host}${raw}?${next}>; rel="next", <http://${headers.host}${raw}?page=99>; rel="last"`;
    return { body: wrap(some), ...(hasNext ? { headers: { Link: link } } : {}) };
  };
  if (path === '/user') return { body: aUser(has.login) };
  if (path === '/user/orgs') return paged(has.organizations.map(anOrganization));
  if (path === '/user/repos') return paged(ordered(has.own, query).map(aRepository));
  if (path === '/search/repositories') return { body: searched(has, query) };
  if (path === '/user/installations') {
    // GitHub refuses personal tokens.
    const message = 'You must authenticate with an access token authorized to a GitHub App';
    if (!token.startsWith('ghu_')) return { status: 403, body: { message } };
    const ids = Object.keys(has.installations).map(Number);
    return paged(ids.map(anInstallation), (installations) => ({ total_count: ids.length, installations }));
  }
  const [, id = ''] = /^\/user\/installations\/(\d+)\/repositories$/.exec(path) ?? [];
  const installed = has.installations[id];
  if (installed) {
    return paged(installed.map(aRepository), (repositories) => ({
      total_count: installed.length,
      repositories,
    }));
  }
  return ofRepository(has, path, paged);
}

function ofRepository(has: GitHubContent, path: string, paged: (items: readonly unknown[]) => Answer): Answer {
  const [, name = '', kind, file = ''] = /^\/repos\/([^/]+\/[^/]+)(?:\/(branches|contents)\/?(.*))?$/.exec(path) ?? [];
  const found = [...has.own, ...has.others].find(({ full_name }) => full_name === name);
  if (!found) return notFound;
  if (kind === undefined) return { body: aFullRepository(found) };
  if (kind === 'branches') return paged(has.branches.map((branch) => aBranch(branch, branch === 'main')));
  const text = has.files[file];
  if (text !== undefined) return { body: aFile(file, text) };
  const prefix = file === '' ? '' : `${file}/`;
  const below = Object.keys(has.files).filter((known) => known.startsWith(prefix));
  const direct = below.filter((known) => !known.slice(prefix.length).includes('/'));
  return below.length === 0 && file !== '' ? notFound : { body: direct.map(anEntry) };
}

function ordered(items: readonly RepositoryOptions[], query: URLSearchParams) {
  const key = ({ full_name, pushed_at = '' }: RepositoryOptions) =>
    query.get('sort') === 'full_name' ? full_name : pushed_at;
  const sorted = items.toSorted((a, b) => key(a).localeCompare(key(b)));
  return query.get('direction') === 'desc' ? sorted.toReversed() : sorted;
}

function searched(has: GitHubContent, query: URLSearchParams) {
  const [text = ''] = (query.get('q') ?? '').split(' ');
  const found = [...has.others, ...has.own].filter(({ full_name }) => full_name.split('/')[1]?.includes(text));
  const stars = query.get('sort') === 'stars';
  const sorted = stars ? found.toSorted((a, b) => (b.stars ?? 1) - (a.stars ?? 1)) : found;
  const inOrder = query.get('order') === 'asc' ? sorted.toReversed() : sorted;
  const { items } = pageByNumber(inOrder, numberIn(query, 'page', 1), numberIn(query, 'per_page', 30));
  return { total_count: found.length, incomplete_results: false, items: items.map(aFoundRepository) };
}

function graphql(has: GitHubContent, { body }: AgentRequest): Answer {
  const { query, variables }: { query: string; variables: Record<string, string | number | null> } = body;
  if (!query.includes('refs(')) return { body: { data: has.work } };
  const { owner, repo, text, limit, after } = variables;
  const isKnown = [...has.own, ...has.others].some(({ full_name }) => full_name === `${owner}/${repo}`);
  if (!isKnown) return { body: { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message: 'no' }] } };
  const found = has.branches.filter((name) => name.includes(String(text)));
  const start = after === null ? 0 : Number(after);
  const end = start + Number(limit);
  const nodes = found.slice(start, end).map((name) => ({
    name,
    target: { oid: 'c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc', committedDate: '2026-01-02T03:04:05Z' },
    branchProtectionRule: name === 'main' ? { id: 'x' } : null,
  }));
  const pageInfo = { endCursor: String(end), hasNextPage: end < found.length };
  return { body: { data: { repository: { refs: { nodes, pageInfo } } } } };
}

/** GitHub responses based on the examples of its published API description (`source` in the file). */
const { answers } = examples;

/** A field that the API description does not know is an error in the test. */
type Changes<T> = { readonly [K in keyof T]?: unknown };

function like<T extends object>(example: T, changes: Changes<T>): T {
  return { ...example, ...changes } as T;
}

const [someRepository] = answers.repositories;

function ownerOf(full_name: string) {
  const [login] = full_name.split('/');
  return { ...someRepository?.owner, login, type: login === 'acme' ? 'Organization' : 'User' };
}

/** Stable for a name. */
function idOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);
}

function changesFor({
  full_name,
  isPrivate = false,
  pushed_at = '2026-01-01T00:00:00Z',
  stars = 1,
}: RepositoryOptions) {
  const name = full_name.split('/')[1];
  return {
    id: idOf(full_name),
    name,
    full_name,
    owner: ownerOf(full_name),
    private: isPrivate,
    pushed_at,
    stargazers_count: stars,
    default_branch: 'main',
  };
}

function aRepository(options: RepositoryOptions) {
  if (!someRepository) throw new Error('the description has no example of a repository');
  return like(someRepository, changesFor(options));
}

function aFullRepository(options: RepositoryOptions) {
  return like(answers.repository, changesFor(options));
}

function aFoundRepository(options: RepositoryOptions) {
  const [found] = answers.foundRepositories.items;
  if (!found) throw new Error('the description has no example of a search');
  return like(found, changesFor(options));
}

function aBranch(name: string, isProtected = false) {
  const [branch] = answers.branches;
  if (!branch) throw new Error('the description has no example of a branch');
  return like(branch, { name, protected: isProtected });
}

function aUser(login: string) {
  return like(answers.user, { login });
}

function anOrganization(login: string) {
  const [organization] = answers.organizations;
  if (!organization) throw new Error('the description has no example of an organization');
  return like(organization, { login });
}

function anInstallation(id: number) {
  const [installation] = answers.installations.installations;
  if (!installation) throw new Error('the description has no example of an installation');
  return like(installation, { id });
}

function anEntry(path: string) {
  const [entry] = answers.directory;
  if (!entry) throw new Error('the description has no example of a directory');
  return like(entry, { path, name: path.split('/').at(-1), type: 'file' });
}

function aFile(path: string, content: string) {
  const encoded = Buffer.from(content).toString('base64').replaceAll(/.{60}/g, '$&\n');
  return like(answers.file, { path, name: path.split('/').at(-1), content: encoded, encoding: 'base64' });
}
