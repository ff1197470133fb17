import {
  type BranchQuery,
  type GitBranch,
  type GitConnection,
  type GitHost,
  type GitPage,
  type GitRepository,
  lastPushedFirst,
  type PageRequest,
  type RepositoryOrder,
  type SuggestedTask,
} from '../git-host.ts';
import { credentialsOf } from '../http/credentials.ts';
import { type Answer, GitJson, type Path, type Query, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { numberOf } from '../http/page-ids.ts';
import { type RequestBudget, tasksInTurn } from '../http/tasks.ts';
import {
  type Branch,
  Branches,
  CombinedStatus,
  Contents,
  type Issue,
  Issues,
  Organization,
  Organizations,
  PullRequest,
  Repository,
  Reviews,
  SearchResults,
  User,
} from './answers.ts';

/** The default page size limit of servers. A larger limit would skip items. */
const MOST_ITEMS = 50;

/** Forgejo and Gitea through their common REST API. */
export function forgejoHost(connection: GitConnection): GitHost {
  const headers = { authorization: `token ${credentialsOf(connection.token).secret}` };
  const api = new GitJson(connection, { root: `${connection.baseUrl}/api/v1`, headers });
  const search = async (page: PageRequest, query: Query) => {
    const answer = await api.get(['repos', 'search'], SearchResults, { ...pagingOf(page), ...query });
    return pageOf(answer, page, answer.value.data, repositoryOf);
  };
  return {
    async user() {
      const { value } = await api.get(['user'], User);
      return {
        id: String(value.id),
        login: value.login,
        avatar_url: value.avatar_url ?? '',
        company: null,
        name: value.full_name || null,
        email: value.email || null,
      };
    },

    async organizations() {
      const { items } = await this.installations({ pageId: null, limit: MOST_ITEMS });
      return items;
    },

    async installations(page) {
      const answer = await api.get(['user', 'orgs'], Organizations, pagingOf(page));
      return pageOf(answer, page, answer.value, ({ username }) => username);
    },

    async repositories({ installation, order, ...page }) {
      if (installation === null) {
        const { value } = await api.get(['user'], User);
        return search(page, { uid: value.id, ...orderOf(order) });
      }
      const { value } = await api.get(['orgs', installation], Organization);
      return search(page, { uid: value.id, exclusive: true, ...orderOf(order) });
    },

    searchRepositories(query) {
      return searchOrLookUp(query, {
        baseUrl: connection.baseUrl,
        nameOf: ([owner, name]) => `${owner}/${name}`,
        repository: (name) => this.repository(name),
        byText: ({ text, order, ...page }) => search(page, { q: text, ...orderOf(order) }),
      });
    },

    async repository(name) {
      const answer = await api.find(pathOf(name), Repository);
      return answer && repositoryOf(answer.value);
    },

    async branches(repository, { text, ...page }) {
      const path = [...pathOf(repository), 'branches'];
      if (text) return searchBranches(api, path, text.toLowerCase(), page);
      const answer = await api.get(path, Branches, pagingOf(page));
      return pageOf(answer, page, answer.value, branchOf);
    },

    suggestedTasks: () => suggestedTasks(api),

    async filesIn(repository, directory) {
      const answer = await api.find([...pathOf(repository), 'contents', ...segmentsOf(directory)], Contents);
      if (!answer || !Array.isArray(answer.value)) return [];
      return answer.value.filter(({ type }) => type === 'file').map(({ name, path }) => ({ name, path }));
    },

    readFile: (repository, path) => api.findText([...pathOf(repository), 'raw', ...segmentsOf(path)]),

    pageIdOf: (page) => String(page),
  };
}

function pathOf(repository: string): Path {
  return ['repos', ...repository.split('/')];
}

/** Responses do not have the type of an owner. Internal repositories need a sign-in. */
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

/** Servers cannot sort by pushes. A push counts as an update. */
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

/** The most pages of the server that one page of a search reads. */
const MOST_PAGES = 8;

/** Reads a bounded number of pages, as servers cannot search branches. A page id is the number of branches read. */
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

function pagingOf({ pageId, limit }: PageRequest) {
  return { page: numberOf('forgejo', pageId, 1), limit: Math.min(limit, MOST_ITEMS) };
}

/** Servers send a link to the next page, or at least the number of items. */
function hasNext({ headers }: Answer<unknown>, page: number, limit: number): boolean {
  const link = headers.get('link');
  if (link !== null) return /rel="?next"?/.test(link);
  return Number(headers.get('x-total-count') ?? 0) > page * limit;
}

function pageOf<A, T>(answer: Answer<unknown>, asked: PageRequest, values: readonly A[], itemOf: (value: A) => T) {
  const { page, limit } = pagingOf(asked);
  return { items: values.map(itemOf), nextPageId: hasNext(answer, page, limit) ? String(page + 1) : null };
}

const MOST_ENTRIES = 20;

/** 10 requests with the two lists. */
const MOST_DETAILS = 8;

/** Open pull requests and issues of the user, in at most 10 requests. */
async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const open = { state: 'open', limit: MOST_ENTRIES };
  const path = ['repos', 'issues', 'search'];
  const [changes, issues] = await Promise.all([
    api.get(path, Issues, { type: 'pulls', created: true, ...open }),
    api.get(path, Issues, { type: 'issues', assigned: true, ...open }),
  ]);
  const found = await tasksInTurn(changes.value, MOST_DETAILS, (change, budget) => taskOf(api, change, budget));
  return [...found, ...issues.value.map((issue) => entryOf(issue, 'OPEN_ISSUE'))];
}

async function taskOf(api: GitJson, change: Issue, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  const repository = pathOf(change.repository.full_name);
  const path = [...repository, 'pulls', String(change.number)];
  if (!budget.take()) return undefined;
  const pull = (await api.find(path, PullRequest))?.value;
  if (!pull) return undefined;
  // A draft is never mergeable, with or without a conflict.
  if (pull.mergeable === false && !pull.draft) return entryOf(change, 'MERGE_CONFLICTS');
  if (budget.take() && (await isFailing(api, repository, pull.head.sha))) return entryOf(change, 'FAILING_CHECKS');
  if (!pull.review_comments) return undefined;
  return budget.take() && (await isRejected(api, path)) ? entryOf(change, 'UNRESOLVED_COMMENTS') : undefined;
}

async function isFailing(api: GitJson, repository: Path, sha: string): Promise<boolean> {
  const answer = await api.find([...repository, 'commits', sha, 'status'], CombinedStatus);
  return ['failure', 'error'].includes(answer?.value.state ?? '');
}

/** Whether a current review requests changes. */
async function isRejected(api: GitJson, pull: Path): Promise<boolean> {
  const answer = await api.find([...pull, 'reviews'], Reviews);
  return (answer?.value ?? []).some(({ state, dismissed, stale }) => {
    return state === 'REQUEST_CHANGES' && !dismissed && !stale;
  });
}

function entryOf({ number, title, repository }: Issue, task_type: SuggestedTask['task_type']): SuggestedTask {
  return { git_provider: 'forgejo', task_type, repo: repository.full_name, issue_number: number, title };
}
