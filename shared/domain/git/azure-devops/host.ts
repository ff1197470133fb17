import { fullNameOf } from '../full-name.ts';
import type {
  GitConnection,
  GitHost,
  GitPage,
  GitRepository,
  PageRequest,
  RepositoryOrder,
  SuggestedTask,
} from '../git-host.ts';
import { NOWHERE, type Path, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { noSuchPage, pageOfSources, sliceOf } from '../http/page-ids.ts';
import { type RequestBudget, tasksInTurn } from '../http/tasks.ts';
import { Items, type PullRequest, PullRequests, Refs, Repository, Statuses, Threads } from './answers.ts';
import {
  type Apis,
  apisOf,
  branchName,
  connectionOf,
  isOneOrganization,
  nameOf,
  organizationsOf,
  type Place,
  PREVIEW,
  placeOf,
  projectsOf,
  repositoriesOf,
  repositoryOf,
  userOf,
  VERSION,
} from './api.ts';

/**
 * Azure DevOps Services and Server. Repositories belong to projects, and projects to organizations. A full name is
 * `organization/project/name`, or `project/name` when the base URL is that of one organization.
 */
export function azureDevOpsHost(connection: GitConnection): GitHost {
  const { provider, baseUrl } = connection;
  const apis = apisOf(connection);
  const isOne = isOneOrganization(baseUrl);
  const pathOf = (repository: string): Path => {
    const place = placeOf(repository, baseUrl);
    return place ? pathAt(place) : NOWHERE;
  };
  const repositories = async (
    page: PageRequest,
    order: RepositoryOrder | null,
    isWanted: (repository: GitRepository) => boolean,
  ): Promise<GitPage<GitRepository>> => {
    const read = async (organization: readonly string[], within: PageRequest) => {
      const all = await repositoriesOf(apis, organization, undefined, order);
      return sliceOf(provider, all.filter(isWanted), within);
    };
    if (isOne) return read([], page);
    const organizations = await organizationsOf(apis, connection);
    return pageOfSources(provider, organizations, page, (name, within) => read([name], within));
  };
  return {
    user: () => userOf(apis, connection),

    organizations: () => organizationsOf(apis, connection),

    /** Organizations, or the projects of the only one. */
    async installations(page) {
      return sliceOf(provider, isOne ? await projectsOf(apis, []) : await this.organizations(), page);
    },

    async repositories({ installation, order, ...page }) {
      if (installation === null) return repositories(page, order, () => true);
      const [organization, project] = isOne ? [[], installation] : partsOf(installation);
      return sliceOf(provider, await repositoriesOf(apis, organization, project, order), page);
    },

    /** Searches the user's organizations: Azure cannot search repositories by name. */
    searchRepositories(search) {
      return searchOrLookUp(search, {
        baseUrl,
        nameOf: (parts) => nameOf(parts, baseUrl),
        repository: (name) => this.repository(name),
        byText: ({ text, order, ...page }) => {
          const part = text.trim().toLowerCase();
          return repositories(page, order, ({ full_name }) => full_name.toLowerCase().includes(part));
        },
      });
    },

    async repository(name) {
      const place = placeOf(name, baseUrl);
      const answer = place && (await apis.service.find(pathAt(place), Repository, VERSION));
      return answer && repositoryOf(answer.value, place.organization);
    },

    async branches(repository, { text, pageId, limit }) {
      if (pageId !== null && !MARK.test(pageId)) throw noSuchPage(provider);
      const query = {
        filter: 'heads/',
        filterContains: text ?? undefined,
        $top: limit,
        continuationToken: pageId ?? undefined,
        ...VERSION,
      };
      const { value, headers } = await apis.service.get([...pathOf(repository), 'refs'], Refs, query);
      const next = headers.get('x-ms-continuationtoken') ?? '';
      const items = value.value.map(({ name, objectId, isLocked }) => ({
        name: branchName(name),
        commit_sha: objectId,
        protected: isLocked ?? false,
        last_push_date: null,
      }));
      return { items, nextPageId: MARK.test(next) ? next : null };
    },

    suggestedTasks: () => suggestedTasks(apis, connection),

    async filesIn(repository, directory) {
      const scopePath = `/${segmentsOf(directory).join('/')}`;
      const query = { scopePath, recursionLevel: 'OneLevel', ...VERSION };
      const answer = await apis.service.find([...pathOf(repository), 'items'], Items, query);
      // The first item is the directory, or the file if the path is that of a file.
      const files = answer?.value.value.filter(({ path, isFolder }) => !isFolder && path !== scopePath) ?? [];
      return files.map(({ path }) => ({ name: path.split('/').at(-1) ?? path, path: path.replace(/^\//, '') }));
    },

    readFile(repository, path) {
      const query = { path: `/${segmentsOf(path).join('/')}`, download: true, ...VERSION };
      return apis.service.findText([...pathOf(repository), 'items'], query, 'application/octet-stream');
    },
  };
}

function pathAt({ organization, project, name }: Place): Path {
  return [...organization, project, '_apis', 'git', 'repositories', name];
}

/** A continuation token of Azure: in practice the name of a ref, or bytes in base64. */
const MARK = /^[\x21-\x7e]{1,500}$/;

function partsOf(installation: string): [readonly string[], string | undefined] {
  const [organization = '', project] = installation.split('/');
  return [[organization], project];
}

/** Two requests find the organizations. Each organization takes two more for its pull requests. */
const MOST_ORGANIZATIONS = 2;
const MOST_ENTRIES = 20;

/** 10 requests with those. */
const MOST_DETAILS = 4;

/** The vote of a reviewer who waits for the author. Rejections are lower. */
const WAITING = -5;

/** Open pull requests of the user, in at most 10 requests. Work items do not belong to a repository. */
async function suggestedTasks(apis: Apis, connection: GitConnection): Promise<readonly SuggestedTask[]> {
  const organizations = isOneOrganization(connection.baseUrl)
    ? [[]]
    : (await organizationsOf(apis, connection)).slice(0, MOST_ORGANIZATIONS).map((name) => [name]);
  const lists = await Promise.all(organizations.map((organization) => pullsOf(apis, organization)));
  return tasksInTurn(lists.flat(), MOST_DETAILS, (pull, budget) => taskOf(apis, pull, budget));
}

interface Pull extends PullRequest {
  readonly organization: readonly string[];
}

async function pullsOf(apis: Apis, organization: readonly string[]): Promise<readonly Pull[]> {
  const { authenticatedUser } = await connectionOf(apis, organization);
  const query = {
    'searchCriteria.creatorId': authenticatedUser.id,
    'searchCriteria.status': 'active',
    $top: MOST_ENTRIES,
    ...VERSION,
  };
  const { value } = await apis.service.get([...organization, '_apis', 'git', 'pullrequests'], PullRequests, query);
  return value.value.map((pull) => ({ ...pull, organization }));
}

async function taskOf(apis: Apis, pull: Pull, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  if (pull.mergeStatus === 'conflicts') return entryOf(pull, 'MERGE_CONFLICTS');
  const { organization, repository } = pull;
  const repositoryPath = pathAt({ organization, project: repository.project.name, name: repository.id });
  const path = [...repositoryPath, 'pullRequests', String(pull.pullRequestId)];
  if (budget.take() && (await isFailing(apis, path))) return entryOf(pull, 'FAILING_CHECKS');
  const isWaiting = (pull.reviewers ?? []).some(({ vote }) => (vote ?? 0) <= WAITING);
  if (isWaiting || (budget.take() && (await hasOpenThread(apis, path)))) return entryOf(pull, 'UNRESOLVED_COMMENTS');
  return undefined;
}

/** Each check posts a status with every change. The last one counts. */
async function isFailing(apis: Apis, pull: Path): Promise<boolean> {
  const answer = await apis.service.find([...pull, 'statuses'], Statuses, PREVIEW);
  const latest = new Map(
    answer?.value.value.map(({ state, context }) => [`${context?.genre ?? ''}/${context?.name ?? ''}`, state]),
  );
  return [...latest.values()].some((state) => state === 'failed' || state === 'error');
}

async function hasOpenThread(apis: Apis, pull: Path): Promise<boolean> {
  const answer = await apis.service.find([...pull, 'threads'], Threads, VERSION);
  return (answer?.value.value ?? []).some(({ status, isDeleted }) => status === 'active' && !isDeleted);
}

function entryOf(pull: Pull, task_type: SuggestedTask['task_type']): SuggestedTask {
  const repo = fullNameOf([...pull.organization, pull.repository.project.name, pull.repository.name]);
  return { git_provider: 'azure_devops', task_type, repo, issue_number: pull.pullRequestId, title: pull.title };
}
