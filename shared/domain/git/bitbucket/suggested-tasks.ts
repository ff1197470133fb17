import type { SuggestedTask } from '../git-host.ts';
import type { GitJson } from '../http/git-json.ts';
import { RequestBudget, tasksOf } from '../http/tasks.ts';
import { Conflicts, type PullRequest, PullRequests, Statuses, User, Workspaces } from './answers.ts';

/** Pull requests are listed by workspace. With the person and the workspaces, 5 requests. */
const MOST_WORKSPACES = 3;
const MOST_ENTRIES = 20;

/** With those, 10 requests. */
const MOST_DETAILS = 5;

/** Open pull requests of the token's person, in at most 10 requests. Bitbucket's issues are listed by repository. */
export async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const [user, workspaces] = await Promise.all([
    api.get(['user'], User),
    api.get(['user', 'workspaces'], Workspaces, { pagelen: MOST_WORKSPACES }),
  ]);
  const lists = await Promise.all(
    workspaces.value.values.slice(0, MOST_WORKSPACES).map(({ workspace }) => {
      const path = ['workspaces', workspace.slug, 'pullrequests', user.value.uuid];
      return api.get(path, PullRequests, { state: 'OPEN', pagelen: MOST_ENTRIES });
    }),
  );
  const budget = new RequestBudget(MOST_DETAILS);
  const found: (SuggestedTask | undefined)[] = [];
  // One after the other: each takes as much of the budget as it needs.
  for (const pull of lists.flatMap(({ value }) => value.values)) found.push(await taskOf(api, pull, budget));
  return tasksOf(found);
}

async function taskOf(api: GitJson, pull: PullRequest, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  const path = ['repositories', ...pull.destination.repository.full_name.split('/'), 'pullrequests', String(pull.id)];
  if (budget.take()) {
    const conflicts = await api.find([...path, 'conflicts'], Conflicts);
    if (conflicts?.value.values.length) return entryOf(pull, 'MERGE_CONFLICTS');
  }
  if (budget.take()) {
    const statuses = await api.find([...path, 'statuses'], Statuses);
    if (statuses?.value.values.some(({ state }) => state === 'FAILED')) return entryOf(pull, 'FAILING_CHECKS');
  }
  const isRefused = pull.participants?.some(({ state }) => state === 'changes_requested') ?? false;
  return isRefused || pull.task_count ? entryOf(pull, 'UNRESOLVED_COMMENTS') : undefined;
}

function entryOf({ id, title, destination }: PullRequest, task_type: SuggestedTask['task_type']): SuggestedTask {
  return { git_provider: 'bitbucket', task_type, repo: destination.repository.full_name, issue_number: id, title };
}
