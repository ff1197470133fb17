import type {
  BranchQuery,
  GitBranch,
  GitConnection,
  GitHost,
  GitPage,
  GitRepository,
  GitUser,
  PageRequest,
  RepositoryFile,
  RepositoryQuery,
  RepositorySearch,
  SuggestedTask,
} from '../git-host.ts';
import { atlassian, credentialsOf } from '../http/credentials.ts';
import { type Meaning, refusalOf } from '../http/git-failures.ts';
import { GitJson, NOWHERE, type Path, type Query, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { numberOf } from '../http/page-ids.ts';
import {
  Branches,
  DefaultBranch,
  Directory,
  type List,
  Projects,
  Properties,
  Repositories,
  Repository,
  Users,
} from './answers.ts';
import { suggestedTasks } from './suggested-tasks.ts';

/** Bitbucket Data Center (and Server), by its REST interface of version 1.0. Repositories lie in projects. */
export function bitbucketDataCenterHost(connection: GitConnection): GitHost {
  return new BitbucketDataCenterHost(connection);
}

const MOST_PROJECTS = 100;
const MOST_FILES = 100;

class BitbucketDataCenterHost implements GitHost {
  readonly #connection: GitConnection;
  readonly #api: GitJson;

  constructor(connection: GitConnection) {
    this.#connection = connection;
    const headers = { authorization: atlassian(credentialsOf(connection.token)) };
    this.#api = new GitJson(connection, { root: `${connection.baseUrl}/rest`, headers, meaning });
  }

  /** No path says who asks. Each answer does, in a header, with the name that people sign in with. */
  async user(): Promise<GitUser> {
    const { headers } = await this.#api.get([...API, 'application-properties'], Properties);
    const login = headers.get('x-ausername');
    if (login === null) throw refusalOf(this.#connection, { status: 401, headers: new Headers() });
    const { value } = await this.#api.get([...API, 'users'], Users, { filter: login, limit: 25 });
    const user = value.values.find(({ name }) => name === login);
    return {
      id: user ? String(user.id) : login,
      login,
      avatar_url: user?.avatarUrl?.startsWith('http') ? user.avatarUrl : '',
      company: null,
      name: user?.displayName ?? null,
      email: user?.emailAddress ?? null,
    };
  }

  async organizations(): Promise<readonly string[]> {
    const { items } = await this.installations({ pageId: null, limit: MOST_PROJECTS });
    return items;
  }

  async installations(page: PageRequest): Promise<GitPage<string>> {
    const { value } = await this.#api.get([...API, 'projects'], Projects, pagingOf(page));
    return pageOf(value, ({ key }) => key);
  }

  /** The server sorts by name, whatever is asked for. */
  async repositories({ installation, ...page }: RepositoryQuery): Promise<GitPage<GitRepository>> {
    if (installation === null) return this.#list([...API, 'repos'], page);
    return this.#list([...API, 'projects', installation, 'repos'], page);
  }

  async searchRepositories(search: RepositorySearch): Promise<GitPage<GitRepository>> {
    return searchOrLookUp(search, {
      baseUrl: this.#connection.baseUrl,
      nameOf,
      repository: (name) => this.repository(name),
      byText: ({ text, ...page }) => {
        const [, projectkey, name = text.trim()] = /^([^/]+)\/([^/]+)$/.exec(text.trim()) ?? [];
        return this.#list([...API, 'repos'], page, { name, projectkey });
      },
    });
  }

  async repository(name: string): Promise<GitRepository | undefined> {
    const path = pathOf(name);
    const answer = await this.#api.find(path, Repository);
    if (!answer) return undefined;
    // An empty repository has none.
    const branch = await this.#api.find([...path, 'default-branch'], DefaultBranch);
    return { ...repositoryOf(answer.value), main_branch: branch?.value.displayId ?? null };
  }

  async branches(repository: string, { text, ...page }: BranchQuery): Promise<GitPage<GitBranch>> {
    const query = { ...pagingOf(page), filterText: text ?? undefined, orderBy: 'MODIFICATION' };
    const { value } = await this.#api.get([...pathOf(repository), 'branches'], Branches, query);
    // When a branch was pushed to and what protects it are further requests for each.
    return pageOf(value, ({ displayId, latestCommit }) => {
      return { name: displayId, commit_sha: latestCommit, protected: false, last_push_date: null };
    });
  }

  async suggestedTasks(): Promise<readonly SuggestedTask[]> {
    return suggestedTasks(this.#api);
  }

  async filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]> {
    const parts = segmentsOf(directory);
    const answer = await this.#api.find([...pathOf(repository), 'browse', ...parts], Directory, { limit: MOST_FILES });
    const files = answer?.value.children.values.filter(({ type }) => type === 'FILE') ?? [];
    return files.map(({ path }) => ({ name: path.toString, path: [...parts, path.toString].join('/') }));
  }

  async readFile(repository: string, path: string): Promise<string | undefined> {
    return this.#api.findText([...pathOf(repository), 'raw', ...segmentsOf(path)]);
  }

  pageIdOf(page: number, limit: number): string {
    return String((page - 1) * limit);
  }

  async #list(path: Path, page: PageRequest, query: Query = {}): Promise<GitPage<GitRepository>> {
    const { value } = await this.#api.get(path, Repositories, { ...pagingOf(page), ...query });
    return pageOf(value, repositoryOf);
  }
}

/** The server answers 401 to a person whom it knows, and names, as well: where they may not see something. */
const meaning: Meaning = ({ status, headers }) =>
  status === 401 && headers.has('x-ausername') ? 'scope_missing' : undefined;

const API: Path = ['api', '1.0'];

function pathOf(repository: string): Path {
  const [project, slug, ...others] = repository.split('/');
  if (project === undefined || slug === undefined || others.length > 0) return NOWHERE;
  return [...API, 'projects', project, 'repos', slug];
}

/** A person's own project has a key that begins with `~`. */
function repositoryOf(repository: Repository): GitRepository {
  const { project } = repository;
  return {
    id: String(repository.id),
    full_name: `${project.key}/${repository.slug}`,
    git_provider: 'bitbucket_data_center',
    is_public: repository.public === true || project.public === true,
    stargazers_count: null,
    pushed_at: null,
    owner_type: project.type === 'PERSONAL' ? 'user' : 'organization',
    main_branch: repository.defaultBranch ?? null,
  };
}

/** Pages are at `projects/KEY/repos/slug` and `users/name/repos/slug`, clones at `scm/KEY/slug`. */
function nameOf([first = '', second = '', third, fourth]: readonly string[]): string | undefined {
  if (first === 'scm') return third && `${second}/${third}`;
  if (third !== 'repos') return `${first}/${second}`;
  if (!fourth) return undefined;
  return first === 'users' ? `~${second}/${fourth}` : `${second}/${fourth}`;
}

/** A page id is the number of the entry that a page begins with. The server filters after it counts. */
function pagingOf({ pageId, limit }: PageRequest): Query {
  return { start: numberOf('bitbucket_data_center', pageId, 0), limit };
}

function pageOf<A, T>({ values, isLastPage, nextPageStart }: List<A>, itemOf: (value: A) => T): GitPage<T> {
  const next = isLastPage || nextPageStart === undefined || nextPageStart === null ? null : String(nextPageStart);
  return { items: values.map(itemOf), nextPageId: next };
}
