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
import { bearer, credentialsOf } from '../http/credentials.ts';
import { type Answer, GitJson, type Path, type Query, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { numberOf } from '../http/page-ids.ts';
import { Branches, Groups, Project, Projects, Tree, User } from './answers.ts';
import { suggestedTasks } from './suggested-tasks.ts';

/** GitLab, by its REST interface of version 4. Groups nest: a full name may have more than two parts. */
export function gitLabHost(connection: GitConnection): GitHost {
  return new GitLabHost(connection);
}

const MOST_GROUPS = 100;
const MOST_FILES = 100;

/** The role that a person has at least in what is theirs: guest, the lowest. Public groups of others are left out. */
const OWN = { min_access_level: 10 };

class GitLabHost implements GitHost {
  readonly #connection: GitConnection;
  readonly #api: GitJson;

  constructor(connection: GitConnection) {
    this.#connection = connection;
    // Not PRIVATE-TOKEN, which clients would send on to wherever an answer redirects them.
    const headers = { authorization: bearer(credentialsOf(connection.token)) };
    this.#api = new GitJson(connection, { root: `${connection.baseUrl}/api/v4`, headers });
  }

  async user(): Promise<GitUser> {
    const { value } = await this.#api.get(['user'], User);
    return {
      id: String(value.id),
      login: value.username,
      avatar_url: value.avatar_url ?? '',
      company: value.organization || null,
      name: value.name ?? null,
      email: value.email ?? null,
    };
  }

  async organizations(): Promise<readonly string[]> {
    const { items } = await this.installations({ pageId: null, limit: MOST_GROUPS });
    return items;
  }

  async installations(page: PageRequest): Promise<GitPage<string>> {
    const query = { ...this.#paging(page), ...OWN, order_by: 'path', sort: 'asc' };
    const answer = await this.#api.get(['groups'], Groups, query);
    return pageOf(answer, answer.value, ({ full_path }) => full_path);
  }

  async repositories({ installation, order, ...page }: RepositoryQuery): Promise<GitPage<GitRepository>> {
    return installation === null
      ? this.#projects(['projects'], page, { membership: true, ...orderOf(order) })
      : this.#projects(['groups', installation, 'projects'], page, { include_subgroups: true, ...orderOf(order) });
  }

  async searchRepositories(search: RepositorySearch): Promise<GitPage<GitRepository>> {
    return searchOrLookUp(search, {
      baseUrl: this.#connection.baseUrl,
      nameOf,
      repository: (name) => this.repository(name),
      byText: ({ text, order, ...page }) =>
        this.#projects(['projects'], page, { search: text, search_namespaces: true, ...orderOf(order) }),
    });
  }

  async repository(name: string): Promise<GitRepository | undefined> {
    const answer = await this.#api.find(['projects', name], Project);
    return answer && repositoryOf(answer.value);
  }

  async branches(repository: string, { text, ...page }: BranchQuery): Promise<GitPage<GitBranch>> {
    const path = ['projects', repository, 'repository', 'branches'];
    const answer = await this.#api.get(path, Branches, { ...this.#paging(page), search: text ?? undefined });
    return pageOf(answer, answer.value, (branch) => ({
      name: branch.name,
      commit_sha: branch.commit.id,
      protected: branch.protected,
      last_push_date: branch.commit.committed_date ?? null,
    }));
  }

  async suggestedTasks(): Promise<readonly SuggestedTask[]> {
    return suggestedTasks(this.#api);
  }

  async filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]> {
    const path = ['projects', repository, 'repository', 'tree'];
    const answer = await this.#api.find(path, Tree, {
      path: segmentsOf(directory).join('/') || undefined,
      per_page: MOST_FILES,
    });
    const files = answer?.value.filter(({ type }) => type === 'blob') ?? [];
    return files.map(({ name, path }) => ({ name, path }));
  }

  async readFile(repository: string, path: string): Promise<string | undefined> {
    return this.#api.findText(['projects', repository, 'repository', 'files', segmentsOf(path).join('/'), 'raw'], {
      ref: 'HEAD',
    });
  }

  pageIdOf(page: number): string {
    return String(page);
  }

  #paging({ pageId, limit }: PageRequest): Query {
    return { page: numberOf(this.#connection.provider, pageId, 1), per_page: limit };
  }

  async #projects(path: Path, page: PageRequest, query: Query): Promise<GitPage<GitRepository>> {
    const answer = await this.#api.get(path, Projects, { ...this.#paging(page), ...query });
    return pageOf(answer, answer.value, repositoryOf);
  }
}

/** GitLab says in a header which page is next; it is empty on the last one. */
function pageOf<A, T>({ headers }: Answer<unknown>, values: readonly A[], itemOf: (value: A) => T): GitPage<T> {
  const next = headers.get('x-next-page') ?? '';
  return { items: values.map(itemOf), nextPageId: /^\d{1,7}$/.test(next) ? next : null };
}

function repositoryOf(project: Project): GitRepository {
  return {
    id: String(project.id),
    full_name: project.path_with_namespace,
    git_provider: 'gitlab',
    is_public: project.visibility === 'public',
    stargazers_count: project.star_count ?? null,
    pushed_at: project.last_activity_at ?? null,
    owner_type: project.namespace ? (project.namespace.kind === 'group' ? 'organization' : 'user') : null,
    main_branch: project.default_branch ?? null,
  };
}

/** Pages of a project lie behind `/-/`. */
function nameOf(parts: readonly string[]): string | undefined {
  const end = parts.indexOf('-');
  const name = end < 0 ? parts : parts.slice(0, end);
  return name.length > 1 ? name.join('/') : undefined;
}

/** GitLab sorts neither by forks nor by pushes: the last activity is the closest to both. */
const orders: Readonly<Record<RepositoryOrder['field'], string>> = {
  stars: 'star_count',
  forks: 'last_activity_at',
  updated: 'updated_at',
  pushed: 'last_activity_at',
  created: 'created_at',
  full_name: 'path',
};

function orderOf(order: RepositoryOrder | null): Query {
  const { field, descending } = order ?? lastPushedFirst;
  return { order_by: orders[field], sort: descending ? 'desc' : 'asc' };
}
