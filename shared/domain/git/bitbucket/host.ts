import { ifFound } from '../failures.ts';
import {
  type GitConnection,
  type GitHost,
  type GitPage,
  type GitRepository,
  lastPushedFirst,
  type PageRequest,
  type RepositoryOrder,
  type RepositorySearch,
  type SuggestedTask,
} from '../git-host.ts';
import { atlassian, credentialsOf } from '../http/credentials.ts';
import { GitJson, NOWHERE, type Path, type Query, SLASH, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { noSuchPage, pageOfSources } from '../http/page-ids.ts';
import { type RequestBudget, tasksInTurn } from '../http/tasks.ts';
import {
  Branch,
  Branches,
  Conflicts,
  Entries,
  type List,
  type PullRequest,
  PullRequests,
  Repositories,
  Repository,
  Statuses,
  User,
  Workspaces,
} from './answers.ts';

const MOST_WORKSPACES = 100;
const MOST_FILES = 100;

/** Bitbucket Cloud through its REST API, version 2.0. It lists repositories by workspace. */
export function bitbucketHost(connection: GitConnection): GitHost {
  const headers = { authorization: atlassian(credentialsOf(connection.token)) };
  const api = new GitJson(connection, { root: rootOf(connection.baseUrl), headers });
  const organizations = async () => {
    const { value } = await api.get(['user', 'workspaces'], Workspaces, { pagelen: MOST_WORKSPACES });
    return value.values.map(({ workspace }) => workspace.slug);
  };
  const repositoriesOf = (
    workspaces: readonly string[],
    { order, ...page }: PageRequest & { readonly order: RepositoryOrder | null },
    filter: { readonly role: string } | { readonly q: string },
  ) =>
    pageOfSources(connection.provider, workspaces, page, async (workspace, request) => {
      const query = { ...pagingOf(request), ...filter, sort: orderOf(order) };
      const { value } = await api.get(['repositories', workspace], Repositories, query);
      return pageOf(value, repositoryOf);
    });
  const searchByText = async ({ text, ...page }: RepositorySearch) => {
    // `workspace/na` searches that workspace, even if the user is not a member.
    const [, workspace, name] = /^([^/]+)\/([^/]+)$/.exec(text.trim()) ?? [];
    if (workspace === undefined || name === undefined)
      return repositoriesOf(await organizations(), page, { q: nameHas(text.trim()) });
    const found = await ifFound(() => repositoriesOf([workspace], page, { q: nameHas(name) }));
    return found ?? { items: [], nextPageId: null };
  };
  return {
    async user() {
      const { value } = await api.get(['user'], User);
      return {
        id: value.uuid,
        login: value.username ?? value.nickname ?? value.uuid,
        avatar_url: value.links?.avatar?.href ?? '',
        company: null,
        name: value.display_name ?? null,
        // Email addresses need another request, and a token with another scope.
        email: null,
      };
    },

    organizations,

    async installations(page) {
      const { value } = await api.get(['user', 'workspaces'], Workspaces, pagingOf(page));
      return pageOf(value, ({ workspace }) => workspace.slug);
    },

    repositories: async ({ installation, ...page }) =>
      repositoriesOf(installation === null ? await organizations() : [installation], page, { role: 'member' }),

    searchRepositories(search) {
      return searchOrLookUp(search, {
        baseUrl: connection.baseUrl,
        nameOf: ([workspace, slug]) => `${workspace}/${slug}`,
        repository: (name) => this.repository(name),
        byText: searchByText,
      });
    },

    async repository(name) {
      const answer = await api.find(pathOf(name), Repository);
      return answer && repositoryOf(answer.value);
    },

    async branches(repository, { text, ...page }) {
      const query = { ...pagingOf(page), q: text ? nameHas(text) : undefined, sort: '-target.date' };
      const { value } = await api.get([...pathOf(repository), 'refs', 'branches'], Branches, query);
      return pageOf(value, ({ name, target }) => ({
        name,
        commit_sha: target.hash,
        // Only administrators can list branch restrictions.
        protected: false,
        last_push_date: target.date ?? null,
      }));
    },

    suggestedTasks: () => suggestedTasks(api),

    async filesIn(repository, directory) {
      const source = await sourceOf(api, repository);
      if (!source) return [];
      const answer = await api.find([...source, ...segmentsOf(directory), SLASH], Entries, { pagelen: MOST_FILES });
      const files = answer?.value.values.filter(({ type }) => type === 'commit_file') ?? [];
      return files.map(({ path }) => ({ name: path.split('/').at(-1) ?? path, path }));
    },

    async readFile(repository, path) {
      const source = await sourceOf(api, repository);
      return source && api.findText([...source, ...segmentsOf(path)]);
    },
  };
}

/** The path of the files of the default branch: by commit if the branch name has a slash. */
async function sourceOf(api: GitJson, repository: string): Promise<Path | undefined> {
  const path = pathOf(repository);
  const answer = await api.find(path, Repository);
  const branch = answer?.value.mainbranch?.name;
  if (branch === undefined) return undefined;
  if (!branch.includes('/')) return [...path, 'src', branch];
  const { value } = await api.get([...path, 'refs', 'branches', branch], Branch);
  return [...path, 'src', value.target.hash];
}

/** The public API has its own host. A deployment's own server has pages and API at one URL. */
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
    // Bitbucket has watchers instead, which need another request.
    stargazers_count: null,
    pushed_at: repository.updated_on ?? null,
    owner_type: owner ? (owner.type === 'user' ? 'user' : 'organization') : null,
    main_branch: repository.mainbranch?.name ?? null,
  };
}

/** A filter in Bitbucket's query language, which quotes texts. */
function nameHas(text: string): string {
  return `name ~ "${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Bitbucket cannot sort by stars, forks or pushes. The last update is the closest order. */
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

/** A page: a number in most lists, an opaque text in some. */
const PAGE = /^[\w=-]{1,200}$/;

function pagingOf({ pageId, limit }: PageRequest): Query {
  if (pageId !== null && !PAGE.test(pageId)) throw noSuchPage('bitbucket');
  return { pagelen: limit, page: pageId ?? undefined };
}

/** Takes only the page from the link to the next page: no request goes to a URL from a response. */
function pageOf<A, T>({ values, next }: List<A>, itemOf: (value: A) => T): GitPage<T> {
  const page = next && URL.canParse(next) ? new URL(next).searchParams.get('page') : null;
  return { items: values.map(itemOf), nextPageId: page !== null && PAGE.test(page) ? page : null };
}

/** Bitbucket lists pull requests by workspace: 5 requests with the user and the workspaces. */
const MOST_SEARCHED = 3;
const MOST_ENTRIES = 20;

/** 10 requests with those. */
const MOST_DETAILS = 5;

/** Open pull requests of the user, in at most 10 requests. Bitbucket lists issues only by repository. */
async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const [user, workspaces] = await Promise.all([
    api.get(['user'], User),
    api.get(['user', 'workspaces'], Workspaces, { pagelen: MOST_SEARCHED }),
  ]);
  const lists = await Promise.all(
    workspaces.value.values.slice(0, MOST_SEARCHED).map(({ workspace }) => {
      const path = ['workspaces', workspace.slug, 'pullrequests', user.value.uuid];
      return api.get(path, PullRequests, { state: 'OPEN', pagelen: MOST_ENTRIES });
    }),
  );
  const pulls = lists.flatMap(({ value }) => value.values);
  return tasksInTurn(pulls, MOST_DETAILS, (pull, budget) => taskOf(api, pull, budget));
}

async function taskOf(api: GitJson, pull: PullRequest, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  const path = [...pathOf(pull.destination.repository.full_name), 'pullrequests', String(pull.id)];
  if (budget.take()) {
    const conflicts = await api.find([...path, 'conflicts'], Conflicts);
    if (conflicts?.value.values.length) return entryOf(pull, 'MERGE_CONFLICTS');
  }
  if (budget.take()) {
    const statuses = await api.find([...path, 'statuses'], Statuses);
    if (statuses?.value.values.some(({ state }) => state === 'FAILED')) return entryOf(pull, 'FAILING_CHECKS');
  }
  const isRejected = pull.participants?.some(({ state }) => state === 'changes_requested') ?? false;
  return isRejected || pull.task_count ? entryOf(pull, 'UNRESOLVED_COMMENTS') : undefined;
}

function entryOf({ id, title, destination }: PullRequest, task_type: SuggestedTask['task_type']): SuggestedTask {
  return { git_provider: 'bitbucket', task_type, repo: destination.repository.full_name, issue_number: id, title };
}
