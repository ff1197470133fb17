import { refusalOf } from '../failures.ts';
import type { GitConnection, GitHost, GitPage, GitRepository, PageRequest, SuggestedTask } from '../git-host.ts';
import { atlassian, credentialsOf } from '../http/credentials.ts';
import { GitJson, NOWHERE, type Path, type Query, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { numberOf } from '../http/page-ids.ts';
import { RequestBudget } from '../http/tasks.ts';
import {
  Branches,
  BuildCounts,
  DefaultBranch,
  Directory,
  type List,
  Mergeability,
  Projects,
  Properties,
  type PullRequest,
  PullRequests,
  Repositories,
  Repository,
  Users,
} from './answers.ts';

const MOST_PROJECTS = 100;
const MOST_FILES = 100;

const API: Path = ['api', '1.0'];

/** Bitbucket Data Center and Server through the REST API, version 1.0. Repositories belong to projects. */
export function bitbucketDataCenterHost(connection: GitConnection): GitHost {
  const api = new GitJson(connection, {
    root: `${connection.baseUrl}/rest`,
    headers: { authorization: atlassian(credentialsOf(connection.token)) },
    // A 401 that names the user means a missing permission.
    explain: ({ status, headers }) =>
      status === 401 && headers.has('x-ausername') ? { failure: 'scope_missing' } : undefined,
  });
  const list = async (path: Path, page: PageRequest, query: Query = {}) => {
    const { value } = await api.get(path, Repositories, { ...pagingOf(page), ...query });
    return pageOf(value, repositoryOf);
  };
  return {
    /** No endpoint returns the user. Each response has a header with the login name. */
    async user() {
      const { headers } = await api.get([...API, 'application-properties'], Properties);
      const login = headers.get('x-ausername');
      if (login === null) throw refusalOf(connection, { status: 401, headers: new Headers() });
      const { value } = await api.get([...API, 'users'], Users, { filter: login, limit: 25 });
      const user = value.values.find(({ name }) => name === login);
      return {
        id: user ? String(user.id) : login,
        login,
        avatar_url: user?.avatarUrl?.startsWith('http') ? user.avatarUrl : '',
        company: null,
        name: user?.displayName ?? null,
        email: user?.emailAddress ?? null,
      };
    },

    async organizations() {
      const { items } = await this.installations({ pageId: null, limit: MOST_PROJECTS });
      return items;
    },

    async installations(page) {
      const { value } = await api.get([...API, 'projects'], Projects, pagingOf(page));
      return pageOf(value, ({ key }) => key);
    },

    /** Ignores the order: the server can only sort by name. */
    repositories: ({ installation, ...page }) =>
      list([...API, ...(installation === null ? [] : ['projects', installation]), 'repos'], page),

    searchRepositories(search) {
      return searchOrLookUp(search, {
        baseUrl: connection.baseUrl,
        nameOf,
        repository: (name) => this.repository(name),
        byText: ({ text, ...page }) => {
          const [, projectkey, name = text.trim()] = /^([^/]+)\/([^/]+)$/.exec(text.trim()) ?? [];
          return list([...API, 'repos'], page, { name, projectkey });
        },
      });
    },

    async repository(name) {
      const path = pathOf(name);
      const answer = await api.find(path, Repository);
      if (!answer) return undefined;
      // Missing for an empty repository.
      const branch = await api.find([...path, 'default-branch'], DefaultBranch);
      return { ...repositoryOf(answer.value), main_branch: branch?.value.displayId ?? null };
    },

    async branches(repository, { text, ...page }) {
      const query = { ...pagingOf(page), filterText: text ?? undefined, orderBy: 'MODIFICATION' };
      const { value } = await api.get([...pathOf(repository), 'branches'], Branches, query);
      // Protection and push dates need further requests for each branch.
      return pageOf(value, ({ displayId, latestCommit }) => {
        return { name: displayId, commit_sha: latestCommit, protected: false, last_push_date: null };
      });
    },

    suggestedTasks: () => suggestedTasks(api),

    async filesIn(repository, directory) {
      const parts = segmentsOf(directory);
      const answer = await api.find([...pathOf(repository), 'browse', ...parts], Directory, { limit: MOST_FILES });
      const files = answer?.value.children.values.filter(({ type }) => type === 'FILE') ?? [];
      return files.map(({ path }) => ({ name: path.toString, path: [...parts, path.toString].join('/') }));
    },

    readFile: (repository, path) => api.findText([...pathOf(repository), 'raw', ...segmentsOf(path)]),

    pageIdOf: (page, limit) => String((page - 1) * limit),
  };
}

function pathOf(repository: string): Path {
  const [project, slug, ...others] = repository.split('/');
  if (project === undefined || slug === undefined || others.length > 0) return NOWHERE;
  return [...API, 'projects', project, 'repos', slug];
}

/** The key of a personal project begins with `~`. */
function repositoryOf(repository: Repository): GitRepository {
  const { project } = repository;
  return {
    id: String(repository.id),
    full_name: fullNameOf(repository),
    git_provider: 'bitbucket_data_center',
    is_public: repository.public === true || project.public === true,
    stargazers_count: null,
    pushed_at: null,
    owner_type: project.type === 'PERSONAL' ? 'user' : 'organization',
    main_branch: repository.defaultBranch ?? null,
  };
}

function fullNameOf({ project, slug }: Repository): string {
  return `${project.key}/${slug}`;
}

/** Pages are at `projects/KEY/repos/slug` and `users/name/repos/slug`, clones at `scm/KEY/slug`. */
function nameOf([first = '', second = '', third, fourth]: readonly string[]): string | undefined {
  if (first === 'scm') return third && `${second}/${third}`;
  if (third !== 'repos') return `${first}/${second}`;
  if (!fourth) return undefined;
  return first === 'users' ? `~${second}/${fourth}` : `${second}/${fourth}`;
}

/** A page id is the number of its first entry, counted before the server applies filters. */
function pagingOf({ pageId, limit }: PageRequest): Query {
  return { start: numberOf('bitbucket_data_center', pageId, 0), limit };
}

function pageOf<A, T>({ values, isLastPage, nextPageStart }: List<A>, itemOf: (value: A) => T): GitPage<T> {
  const next = isLastPage || nextPageStart === undefined || nextPageStart === null ? null : String(nextPageStart);
  return { items: values.map(itemOf), nextPageId: next };
}

const MOST_ENTRIES = 20;

/** 10 requests with the list and the builds of all commits. */
const MOST_DETAILS = 8;

/** Open pull requests of the user, in at most 10 requests. The server has no issues. */
async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const query = { role: 'AUTHOR', state: 'OPEN', order: 'NEWEST', limit: MOST_ENTRIES };
  const pulls = (await api.get([...API, 'dashboard', 'pull-requests'], PullRequests, query)).value.values;
  const commits = pulls.flatMap(({ fromRef }) => fromRef.latestCommit ?? []);
  if (pulls.length === 0) return [];
  const builds = (await api.post(['build-status', '1.0', 'commits', 'stats'], BuildCounts, commits)).value;
  const budget = new RequestBudget(MOST_DETAILS);
  const found = await Promise.all(
    pulls.map(async (pull) => {
      if (await isConflicted(api, pull, budget)) return entryOf(pull, 'MERGE_CONFLICTS');
      if (builds[pull.fromRef.latestCommit ?? '']?.failed) return entryOf(pull, 'FAILING_CHECKS');
      return needsWork(pull) ? entryOf(pull, 'UNRESOLVED_COMMENTS') : [];
    }),
  );
  return found.flat();
}

async function isConflicted(api: GitJson, { id, toRef }: PullRequest, budget: RequestBudget): Promise<boolean> {
  if (!budget.take()) return false;
  const path = [...pathOf(fullNameOf(toRef.repository)), 'pull-requests', String(id), 'merge'];
  const answer = await api.find(path, Mergeability);
  return answer?.value.conflicted ?? false;
}

function needsWork({ reviewers, properties }: PullRequest): boolean {
  return Boolean(properties?.openTaskCount) || (reviewers ?? []).some(({ status }) => status === 'NEEDS_WORK');
}

function entryOf({ id, title, toRef }: PullRequest, task_type: SuggestedTask['task_type']): SuggestedTask {
  const repo = fullNameOf(toRef.repository);
  return { git_provider: 'bitbucket_data_center', task_type, repo, issue_number: id, title };
}
