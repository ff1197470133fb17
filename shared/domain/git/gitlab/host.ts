import {
  type GitConnection,
  type GitHost,
  type GitPage,
  type GitRepository,
  lastPushedFirst,
  type PageRequest,
  type RepositoryOrder,
  type SuggestedTask,
} from '../git-host.ts';
import { bearer, credentialsOf } from '../http/credentials.ts';
import { type Answer, GitJson, type Path, type Query, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { numberOf } from '../http/page-ids.ts';
import { RequestBudget } from '../http/tasks.ts';
import {
  Branches,
  Groups,
  Issues,
  type MergeRequest,
  MergeRequestDetails,
  MergeRequests,
  Project,
  Projects,
  Tree,
  User,
} from './answers.ts';

const MOST_GROUPS = 100;
const MOST_FILES = 100;

/** Only groups in which the user has at least the lowest role, guest: all public groups are listed otherwise. */
const OWN = { min_access_level: 10 };

/** GitLab through its REST API, version 4. Groups can be nested, so a full name can have more than two parts. */
export function gitLabHost(connection: GitConnection): GitHost {
  // Clients would resend the header PRIVATE-TOKEN to the target of a redirect.
  const headers = { authorization: bearer(credentialsOf(connection.token)) };
  const api = new GitJson(connection, { root: `${connection.baseUrl}/api/v4`, headers });
  const projects = async (path: Path, page: PageRequest, query: Query) => {
    const answer = await api.get(path, Projects, { ...pagingOf(page), ...query });
    return pageOf(answer, answer.value, repositoryOf);
  };
  return {
    async user() {
      const { value } = await api.get(['user'], User);
      return {
        id: String(value.id),
        login: value.username,
        avatar_url: value.avatar_url ?? '',
        company: value.organization || null,
        name: value.name ?? null,
        email: value.email ?? null,
      };
    },

    async organizations() {
      const { items } = await this.installations({ pageId: null, limit: MOST_GROUPS });
      return items;
    },

    async installations(page) {
      const answer = await api.get(['groups'], Groups, { ...pagingOf(page), ...OWN, order_by: 'path', sort: 'asc' });
      return pageOf(answer, answer.value, ({ full_path }) => full_path);
    },

    repositories: async ({ installation, order, ...page }) =>
      installation === null
        ? projects(['projects'], page, { membership: true, ...orderOf(order) })
        : projects(['groups', installation, 'projects'], page, { include_subgroups: true, ...orderOf(order) }),

    searchRepositories(search) {
      return searchOrLookUp(search, {
        baseUrl: connection.baseUrl,
        nameOf,
        repository: (name) => this.repository(name),
        byText: ({ text, order, ...page }) =>
          projects(['projects'], page, { search: text, search_namespaces: true, ...orderOf(order) }),
      });
    },

    async repository(name) {
      const answer = await api.find(['projects', name], Project);
      return answer && repositoryOf(answer.value);
    },

    async branches(repository, { text, ...page }) {
      const path = ['projects', repository, 'repository', 'branches'];
      const answer = await api.get(path, Branches, { ...pagingOf(page), search: text ?? undefined });
      return pageOf(answer, answer.value, (branch) => ({
        name: branch.name,
        commit_sha: branch.commit.id,
        protected: branch.protected,
        last_push_date: branch.commit.committed_date ?? null,
      }));
    },

    suggestedTasks: () => suggestedTasks(api),

    async filesIn(repository, directory) {
      const query = { path: segmentsOf(directory).join('/') || undefined, per_page: MOST_FILES };
      const answer = await api.find(['projects', repository, 'repository', 'tree'], Tree, query);
      const files = answer?.value.filter(({ type }) => type === 'blob') ?? [];
      return files.map(({ name, path }) => ({ name, path }));
    },

    readFile(repository, path) {
      const file = ['projects', repository, 'repository', 'files', segmentsOf(path).join('/'), 'raw'];
      return api.findText(file, { ref: 'HEAD' });
    },

    pageIdOf: (page) => String(page),
  };
}

function pagingOf({ pageId, limit }: PageRequest): Query {
  return { page: numberOf('gitlab', pageId, 1), per_page: limit };
}

/** A header has the number of the next page. It is empty on the last page. */
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

/** The pages of a project are below `/-/`. */
function nameOf(parts: readonly string[]): string | undefined {
  const end = parts.indexOf('-');
  const name = end < 0 ? parts : parts.slice(0, end);
  return name.length > 1 ? name.join('/') : undefined;
}

/** GitLab cannot sort by forks or pushes. The last activity is the closest order. */
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

/** The number of recent merge requests, and of recent issues, to check. */
const MOST_ENTRIES = 20;

/** 10 requests with the two lists. */
const MOST_DETAILS = 8;

/** Open merge requests and issues of the user, in at most 10 requests. */
async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const latest = { state: 'opened', order_by: 'updated_at', sort: 'desc', per_page: MOST_ENTRIES };
  const [changes, issues] = await Promise.all([
    api.get(['merge_requests'], MergeRequests, { scope: 'created_by_me', ...latest }),
    api.get(['issues'], Issues, { scope: 'assigned_to_me', ...latest }),
  ]);
  const budget = new RequestBudget(MOST_DETAILS);
  const found = await Promise.all(changes.value.map((change) => taskOf(api, change, budget)));
  return [...found.flatMap((task) => task ?? []), ...issues.value.map((issue) => entryOf(issue, 'OPEN_ISSUE'))];
}

async function taskOf(api: GitJson, change: MergeRequest, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  if (change.has_conflicts) return entryOf(change, 'MERGE_CONFLICTS');
  if (await isFailing(api, change, budget)) return entryOf(change, 'FAILING_CHECKS');
  return change.blocking_discussions_resolved === false ? entryOf(change, 'UNRESOLVED_COMMENTS') : undefined;
}

/** Lists of merge requests do not include pipelines. */
async function isFailing(api: GitJson, { project_id, iid }: MergeRequest, budget: RequestBudget): Promise<boolean> {
  if (!budget.take()) return false;
  const details = await api.find(['projects', `${project_id}`, 'merge_requests', `${iid}`], MergeRequestDetails);
  return details?.value.head_pipeline?.status === 'failed';
}

type Entry = Pick<MergeRequest, 'iid' | 'title' | 'references'>;

/** A full reference is the name of the project, then `!` or `#` and the number. */
function entryOf({ iid, title, references }: Entry, task_type: SuggestedTask['task_type']): SuggestedTask {
  const repo = references.full.replace(/[!#]\d+$/, '');
  return { git_provider: 'gitlab', task_type, repo, issue_number: iid, title };
}
