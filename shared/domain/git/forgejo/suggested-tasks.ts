import type { SuggestedTask } from '../git-host.ts';
import type { GitJson, Path } from '../http/git-json.ts';
import { RequestBudget, tasksOf } from '../http/tasks.ts';
import { CombinedStatus, type Issue, Issues, PullRequest, Reviews } from './answers.ts';

const MOST_ENTRIES = 20;

/** With the two lists, 10 requests. */
const MOST_DETAILS = 8;

/** Open pull requests and issues of the token's person, in at most 10 requests. */
export async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const open = { state: 'open', limit: MOST_ENTRIES };
  const path = ['repos', 'issues', 'search'];
  const [changes, issues] = await Promise.all([
    api.get(path, Issues, { type: 'pulls', created: true, ...open }),
    api.get(path, Issues, { type: 'issues', assigned: true, ...open }),
  ]);
  const budget = new RequestBudget(MOST_DETAILS);
  const found: (SuggestedTask | undefined)[] = [];
  // One after the other: each takes as much of the budget as it needs, the latest first.
  for (const change of changes.value) found.push(await taskOf(api, change, budget));
  return tasksOf([...found, ...issues.value.map((issue) => entryOf(issue, 'OPEN_ISSUE'))]);
}

async function taskOf(api: GitJson, change: Issue, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  const repository = ['repos', ...change.repository.full_name.split('/')];
  const path = [...repository, 'pulls', String(change.number)];
  if (!budget.take()) return undefined;
  const pull = (await api.find(path, PullRequest))?.value;
  if (!pull) return undefined;
  // A draft is never mergeable, with or without a conflict.
  if (pull.mergeable === false && !pull.draft) return entryOf(change, 'MERGE_CONFLICTS');
  if (budget.take() && (await isFailing(api, repository, pull.head.sha))) return entryOf(change, 'FAILING_CHECKS');
  if (!pull.review_comments) return undefined;
  return budget.take() && (await isRefused(api, path)) ? entryOf(change, 'UNRESOLVED_COMMENTS') : undefined;
}

async function isFailing(api: GitJson, repository: Path, sha: string): Promise<boolean> {
  const answer = await api.find([...repository, 'commits', sha, 'status'], CombinedStatus);
  return ['failure', 'error'].includes(answer?.value.state ?? '');
}

/** Whether a review that still counts asks for changes. */
async function isRefused(api: GitJson, pull: Path): Promise<boolean> {
  const answer = await api.find([...pull, 'reviews'], Reviews);
  return (answer?.value ?? []).some(({ state, dismissed, stale }) => {
    return state === 'REQUEST_CHANGES' && !dismissed && !stale;
  });
}

function entryOf({ number, title, repository }: Issue, task_type: SuggestedTask['task_type']): SuggestedTask {
  return { git_provider: 'forgejo', task_type, repo: repository.full_name, issue_number: number, title };
}
