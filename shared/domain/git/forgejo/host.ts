import {
  type BranchQuery,
  type GitBranch,
  type GitConnection,
  type GitHost,
  type GitPage,
  type GitRepository,
  type GitUser,
  lastPushedFirst,
  type PageRequest,
  type RepositoryFile,
  type RepositoryOrder,
  type RepositoryQuery,
  type RepositorySearch,
  type SuggestedTask,
} from '../git-host.ts';
import { credentialsOf } from '../http/credentials.ts';
import { type Answer, GitJson, type Path, type Query, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { numberOf } from '../http/page-ids.ts';
import {
  type Branch,
  Branches,
  Contents,
  Organization,
  Organizations,
  Repository,
  SearchResults,
  User,
} from './answers.ts';
import { suggestedTasks } from './suggested-tasks.ts';

/** Forgejo and Gitea, by the REST interface that both have. */
export function forgejoHost(connection: GitConnection): GitHost {
  return new ForgejoHost(connection);
}

class ForgejoHost implements GitHost {
  readonly #connection: GitConnection;
  readonly #api: GitJson;

  constructor(connection: GitConnection) {
    this.#connection = connection;
    const headers = { authorization: `token ${credentialsOf(connection.token).secret}` };
    this.#api = new GitJson(connection, { root: `${connection.baseUrl}/api/v1`, headers });
  }

  async user(): Promise<GitUser> {
    const { value } = await this.#api.get(['user'], User);
    return {
      id: String(value.id),
      login: value.login,
      avatar_url: value.avatar_url ?? '',
      company: null,
      name: value.full_name || null,
      email: value.email || null,
    };
  }

  async organizations(): Promise<readonly string[]> {
    const { items } = await this.installations({ pageId: null, limit: MOST_ITEMS });
    return items;
  }

  async installations(page: PageRequest): Promise<GitPage<string>> {
    const answer = await this.#api.get(['user', 'orgs'], Organizations, pagingOf(page));
    return pageOf(answer, page, answer.value, ({ username }) => username);
  }

  async repositories({ installation, order, ...page }: RepositoryQuery): Promise<GitPage<GitRepository>> {
    if (installation === null) {
      const { value } = await this.#api.get(['user'], User);
      return this.#search(page, { uid: value.id, ...orderOf(order) });
    }
    const { value } = await this.#api.get(['orgs', installation], Organization);
    return this.#search(page, { uid: value.id, exclusive: true, ...orderOf(order) });
  }

  async searchRepositories(search: RepositorySearch): Promise<GitPage<GitRepository>> {
    return searchOrLookUp(search, {
      baseUrl: this.#connection.baseUrl,
      nameOf: ([owner, name]) => `${owner}/${name}`,
      repository: (name) => this.repository(name),
      byText: ({ text, order, ...page }) => this.#search(page, { q: text, ...orderOf(order) }),
    });
  }

  async repository(name: string): Promise<GitRepository | undefined> {
    const answer = await this.#api.find(['repos', ...name.split('/')], Repository);
    return answer && repositoryOf(answer.value);
  }

  async branches(repository: string, query: BranchQuery): Promise<GitPage<GitBranch>> {
    return branchesOf(this.#api, ['repos', ...repository.split('/'), 'branches'], query);
  }

  async suggestedTasks(): Promise<readonly SuggestedTask[]> {
    return suggestedTasks(this.#api);
  }

  async filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]> {
    const path = ['repos', ...repository.split('/'), 'contents', ...segmentsOf(directory)];
    const answer = await this.#api.find(path, Contents);
    if (!answer || !Array.isArray(answer.value)) return [];
    return answer.value.filter(({ type }) => type === 'file').map(({ name, path }) => ({ name, path }));
  }

  async readFile(repository: string, path: string): Promise<string | undefined> {
    return this.#api.findText(['repos', ...repository.split('/'), 'raw', ...segmentsOf(path)]);
  }

  pageIdOf(page: number): string {
    return String(page);
  }

  async #search(page: PageRequest, query: Query): Promise<GitPage<GitRepository>> {
    const answer = await this.#api.get(['repos', 'search'], SearchResults, { ...pagingOf(page), ...query });
    return pageOf(answer, page, answer.value.data, repositoryOf);
  }
}

/** An owner's kind is not in the answer. An internal repository is for people who are signed in. */
function repositoryOf(repository: Repository): GitRepository {
  return {
    id: String(repository.id),
    full_name: repository.full_name,
    git_provider: 'forgejo',
    is_public: !repository.private && !repository.internal,
    stargazers_count: repository.stars_count ?? null,
    pushed_at: repository.updated_at ?? null,
    owner_type: null,
    main_branch: repository.default_branch || null,
  };
}

/** A push is an update; there is no order by pushes alone. */
const orders: Readonly<Record<RepositoryOrder['field'], string>> = {
  stars: 'stars',
  forks: 'forks',
  updated: 'updated',
  pushed: 'updated',
  created: 'created',
  full_name: 'alpha',
};

function orderOf(order: RepositoryOrder | null): Query {
  const { field, descending } = order ?? lastPushedFirst;
  return { sort: orders[field], order: descending ? 'desc' : 'asc' };
}

/** How many pages of the server one page of a search looks through. */
const MOST_PAGES = 8;

async function branchesOf(api: GitJson, path: Path, { text, ...page }: BranchQuery): Promise<GitPage<GitBranch>> {
  if (text) return searchBranches(api, path, text.toLowerCase(), page);
  const answer = await api.get(path, Branches, pagingOf(page));
  return pageOf(answer, page, answer.value, branchOf);
}

/**
 * The server searches no branches: its pages are looked through, a bounded number for each call. A page id is the
 * number of branches that were looked at.
 */
async function searchBranches(
  api: GitJson,
  path: Path,
  text: string,
  { pageId, limit }: Omit<BranchQuery, 'text'>,
): Promise<GitPage<GitBranch>> {
  const items: GitBranch[] = [];
  let position = numberOf('forgejo', pageId, 0);
  for (let read = 0; read < MOST_PAGES; read++) {
    const page = Math.floor(position / MOST_ITEMS) + 1;
    const answer = await api.get(path, Branches, { page, limit: MOST_ITEMS });
    for (const branch of answer.value.slice(position % MOST_ITEMS)) {
      position += 1;
      if (branch.name.toLowerCase().includes(text)) items.push(branchOf(branch));
      if (items.length === limit) return { items, nextPageId: String(position) };
    }
    if (!hasNext(answer, page, MOST_ITEMS)) return { items, nextPageId: null };
    position = page * MOST_ITEMS;
  }
  return { items, nextPageId: String(position) };
}

function branchOf(branch: Branch): GitBranch {
  return {
    name: branch.name,
    commit_sha: branch.commit.id,
    protected: branch.protected ?? false,
    last_push_date: branch.commit.timestamp ?? null,
  };
}

/** What servers give at most by their default settings. Asking for more would count pages wrongly. */
const MOST_ITEMS = 50;

function pagingOf({ pageId, limit }: PageRequest): Query {
  return { page: numberOf('forgejo', pageId, 1), limit: Math.min(limit, MOST_ITEMS) };
}

/** A server links to the next page, or at least says how many items there are. */
function hasNext({ headers }: Answer<unknown>, page: number, limit: number): boolean {
  const link = headers.get('link');
  if (link !== null) return /rel="?next"?/.test(link);
  return Number(headers.get('x-total-count') ?? 0) > page * limit;
}

function pageOf<A, T>(
  answer: Answer<unknown>,
  request: PageRequest,
  values: readonly A[],
  itemOf: (value: A) => T,
): GitPage<T> {
  const page = numberOf('forgejo', request.pageId, 1);
  const next = hasNext(answer, page, Math.min(request.limit, MOST_ITEMS));
  return { items: values.map(itemOf), nextPageId: next ? String(page + 1) : null };
}
