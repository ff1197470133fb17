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
import { atlassian, credentialsOf } from '../http/credentials.ts';
import { orNothing } from '../http/git-failures.ts';
import { GitJson, NOWHERE, type Path, type Query, SLASH, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { noSuchPage, pageOfSources } from '../http/page-ids.ts';
import { Branch, Branches, Entries, type List, Repositories, Repository, User, Workspaces } from './answers.ts';
import { suggestedTasks } from './suggested-tasks.ts';

/** Bitbucket Cloud, by its REST interface of version 2.0. Repositories lie in workspaces, and are listed by them. */
export function bitbucketHost(connection: GitConnection): GitHost {
  return new BitbucketHost(connection);
}

const MOST_WORKSPACES = 100;
const MOST_FILES = 100;

class BitbucketHost implements GitHost {
  readonly #connection: GitConnection;
  readonly #api: GitJson;

  constructor(connection: GitConnection) {
    this.#connection = connection;
    const headers = { authorization: atlassian(credentialsOf(connection.token)) };
    this.#api = new GitJson(connection, { root: rootOf(connection.baseUrl), headers });
  }

  async user(): Promise<GitUser> {
    const { value } = await this.#api.get(['user'], User);
    return {
      id: value.uuid,
      login: value.username ?? value.nickname ?? value.uuid,
      avatar_url: value.links?.avatar?.href ?? '',
      company: null,
      name: value.display_name ?? null,
      // The provider lists addresses apart, for tokens with one more scope.
      email: null,
    };
  }

  async organizations(): Promise<readonly string[]> {
    const { items } = await this.installations({ pageId: null, limit: MOST_WORKSPACES });
    return items;
  }

  async installations(page: PageRequest): Promise<GitPage<string>> {
    const { value } = await this.#api.get(['user', 'workspaces'], Workspaces, pagingOf(page));
    return pageOf(value, ({ workspace }) => workspace.slug);
  }

  async repositories({ installation, order, ...page }: RepositoryQuery): Promise<GitPage<GitRepository>> {
    const workspaces = installation === null ? await this.organizations() : [installation];
    return this.#repositoriesOf(workspaces, page, order, { role: 'member' });
  }

  async searchRepositories(search: RepositorySearch): Promise<GitPage<GitRepository>> {
    return searchOrLookUp(search, {
      baseUrl: this.#connection.baseUrl,
      nameOf: ([workspace, slug]) => `${workspace}/${slug}`,
      repository: (name) => this.repository(name),
      byText: (query) => this.#searchByText(query),
    });
  }

  async repository(name: string): Promise<GitRepository | undefined> {
    const answer = await this.#api.find(pathOf(name), Repository);
    return answer && repositoryOf(answer.value);
  }

  async branches(repository: string, { text, ...page }: BranchQuery): Promise<GitPage<GitBranch>> {
    const path = [...pathOf(repository), 'refs', 'branches'];
    const query = { ...pagingOf(page), q: text ? nameHas(text) : undefined, sort: '-target.date' };
    const { value } = await this.#api.get(path, Branches, query);
    return pageOf(value, ({ name, target }) => ({
      name,
      commit_sha: target.hash,
      // Restrictions of branches are listed apart, for administrators.
      protected: false,
      last_push_date: target.date ?? null,
    }));
  }

  async suggestedTasks(): Promise<readonly SuggestedTask[]> {
    return suggestedTasks(this.#api);
  }

  async filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]> {
    const source = await this.#sourceOf(repository);
    if (!source) return [];
    const answer = await this.#api.find([...source, ...segmentsOf(directory), SLASH], Entries, { pagelen: MOST_FILES });
    const files = answer?.value.values.filter(({ type }) => type === 'commit_file') ?? [];
    return files.map(({ path }) => ({ name: path.split('/').at(-1) ?? path, path }));
  }

  async readFile(repository: string, path: string): Promise<string | undefined> {
    const source = await this.#sourceOf(repository);
    return source && this.#api.findText([...source, ...segmentsOf(path)]);
  }

  async #searchByText({ text, order, ...page }: RepositorySearch): Promise<GitPage<GitRepository>> {
    // `workspace/na` is a search in that workspace, whether or not the person is a member.
    const [, workspace, name] = /^([^/]+)\/([^/]+)$/.exec(text.trim()) ?? [];
    const workspaces = workspace === undefined ? await this.organizations() : [workspace];
    const found = this.#repositoriesOf(workspaces, page, order, { q: nameHas(name ?? text.trim()) });
    return workspace === undefined ? found : ((await orNothing(() => found)) ?? { items: [], nextPageId: null });
  }

  #repositoriesOf(
    workspaces: readonly string[],
    page: PageRequest,
    order: RepositoryOrder | null,
    filter: { readonly role: string } | { readonly q: string },
  ): Promise<GitPage<GitRepository>> {
    return pageOfSources(this.#connection.provider, workspaces, page, async (workspace, request) => {
      const query = { ...pagingOf(request), ...filter, sort: orderOf(order) };
      const { value } = await this.#api.get(['repositories', workspace], Repositories, query);
      return pageOf(value, repositoryOf);
    });
  }

  /** Where the files of the default branch are; a name with a slash is no part of a path, its commit is. */
  async #sourceOf(repository: string): Promise<Path | undefined> {
    const path = pathOf(repository);
    const answer = await this.#api.find(path, Repository);
    const branch = answer?.value.mainbranch?.name;
    if (branch === undefined) return undefined;
    if (!branch.includes('/')) return [...path, 'src', branch];
    const { value } = await this.#api.get([...path, 'refs', 'branches', branch], Branch);
    return [...path, 'src', value.target.hash];
  }
}

/** Programs ask another host than people. Where a deployment names a server of its own, it answers both. */
function rootOf(baseUrl: string): string {
  return new URL(baseUrl).host === 'bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${baseUrl}/api/2.0`;
}

function pathOf(repository: string): Path {
  const [workspace, slug, ...others] = repository.split('/');
  if (workspace === undefined || slug === undefined || others.length > 0) return NOWHERE;
  return ['repositories', workspace, slug];
}

function repositoryOf(repository: Repository): GitRepository {
  const { owner } = repository;
  return {
    id: repository.uuid,
    full_name: repository.full_name,
    git_provider: 'bitbucket',
    is_public: !repository.is_private,
    // Bitbucket has watchers, and counts them in a list of its own.
    stargazers_count: null,
    pushed_at: repository.updated_on ?? null,
    owner_type: owner ? (owner.type === 'user' ? 'user' : 'organization') : null,
    main_branch: repository.mainbranch?.name ?? null,
  };
}

/** A filter in Bitbucket's query language, in which texts are quoted. */
function nameHas(text: string): string {
  return `name ~ "${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Bitbucket counts neither stars nor forks in lists: the last update is the order then. */
const orders: Readonly<Record<RepositoryOrder['field'], string>> = {
  stars: 'updated_on',
  forks: 'updated_on',
  updated: 'updated_on',
  pushed: 'updated_on',
  created: 'created_on',
  full_name: 'full_name',
};

function orderOf(order: RepositoryOrder | null): string {
  const { field, descending } = order ?? lastPushedFirst;
  return `${descending ? '-' : ''}${orders[field]}`;
}

/** Numbers for most lists, marks for some. */
const PAGE = /^[\w=-]{1,200}$/;

function pagingOf({ pageId, limit }: PageRequest): Query {
  if (pageId !== null && !PAGE.test(pageId)) throw noSuchPage('bitbucket');
  return { pagelen: limit, page: pageId ?? undefined };
}

/** The answer links to the next page. Only its mark is taken from there: no address that came in is asked. */
function pageOf<A, T>({ values, next }: List<A>, itemOf: (value: A) => T): GitPage<T> {
  const page = next && URL.canParse(next) ? new URL(next).searchParams.get('page') : null;
  return { items: values.map(itemOf), nextPageId: page !== null && PAGE.test(page) ? page : null };
}
