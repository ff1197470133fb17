import type { GitConnection, SuggestedTask } from '../git-host.ts';
import type { Path } from '../http/git-json.ts';
import { RequestBudget, tasksOf } from '../http/tasks.ts';
import { type PullRequest, PullRequests, Statuses, Threads } from './answers.ts';
import { connectionOf, organizationsOf } from './organizations.ts';
import { type Apis, fullNameOf, isOneOrganization, PREVIEW, VERSION } from './places.ts';

/** Two requests find the organizations, and two more the pull requests of each. */
const MOST_ORGANIZATIONS = 2;
const MOST_ENTRIES = 20;

/** With those, 10 requests. */
const MOST_DETAILS = 4;

/** How reviewers vote who wait for the author, or reject. */
const WAITING = -5;

/** Open pull requests of the token's person, in at most 10 requests. Work items belong to no repository. */
export async function suggestedTasks(apis: Apis, connection: GitConnection): Promise<readonly SuggestedTask[]> {
  const named = isOneOrganization(connection.baseUrl) ? undefined : await organizationsOf(apis, connection);
  const organizations: readonly (readonly string[])[] = named?.slice(0, MOST_ORGANIZATIONS).map((name) => [name]) ?? [
    [],
  ];
  const lists = await Promise.all(organizations.map((organization) => pullsOf(apis, organization)));
  const budget = new RequestBudget(MOST_DETAILS);
  const found: (SuggestedTask | undefined)[] = [];
  // One after the other: each takes as much of the budget as it needs, the latest first.
  for (const pull of lists.flat()) found.push(await taskOf(apis, pull, budget));
  return tasksOf(found);
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
  const git = [...organization, repository.project.name, '_apis', 'git', 'repositories', repository.id];
  const path = [...git, 'pullRequests', String(pull.pullRequestId)];
  if (budget.take() && (await isFailing(apis, path))) return entryOf(pull, 'FAILING_CHECKS');
  const isWaiting = (pull.reviewers ?? []).some(({ vote }) => (vote ?? 0) <= WAITING);
  if (isWaiting || (budget.take() && (await hasOpenThread(apis, path)))) return entryOf(pull, 'UNRESOLVED_COMMENTS');
  return undefined;
}

/** Each check posts a status whenever it changes, the latest last: that one counts. */
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
