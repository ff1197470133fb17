import type { SuggestedTask } from '../git-host.ts';
import type { GitJson } from '../http/git-json.ts';
import { RequestBudget, tasksOf } from '../http/tasks.ts';
import { Issues, type MergeRequest, MergeRequestDetails, MergeRequests } from './answers.ts';

/** How many of the latest changes and issues are looked at. */
const MOST_ENTRIES = 20;
/** With the two lists, 10 requests. */
const MOST_DETAILS = 8;

/** Open merge requests and issues of the token's person, in at most 10 requests. */
export async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const latest = { state: 'opened', order_by: 'updated_at', sort: 'desc', per_page: MOST_ENTRIES };
  const [changes, issues] = await Promise.all([
    api.get(['merge_requests'], MergeRequests, { scope: 'created_by_me', ...latest }),
    api.get(['issues'], Issues, { scope: 'assigned_to_me', ...latest }),
  ]);
  const budget = new RequestBudget(MOST_DETAILS);
  const found = await Promise.all(changes.value.map((change) => taskOf(api, change, budget)));
  const assigned = issues.value.map((issue) => entryOf(issue, 'OPEN_ISSUE'));
  return tasksOf([...found, ...assigned]);
}

async function taskOf(api: GitJson, change: MergeRequest, budget: RequestBudget): Promise<SuggestedTask | undefined> {
  if (change.has_conflicts) return entryOf(change, 'MERGE_CONFLICTS');
  if (await isFailing(api, change, budget)) return entryOf(change, 'FAILING_CHECKS');
  return change.blocking_discussions_resolved === false ? entryOf(change, 'UNRESOLVED_COMMENTS') : undefined;
}

/** Lists of merge requests leave out their pipelines. */
async function isFailing(api: GitJson, { project_id, iid }: MergeRequest, budget: RequestBudget): Promise<boolean> {
  if (!budget.take()) return false;
  const path = ['projects', String(project_id), 'merge_requests', String(iid)];
  const details = await api.find(path, MergeRequestDetails);
  return details?.value.head_pipeline?.status === 'failed';
}

interface Entry {
  readonly iid: number;
  readonly title: string;
  readonly references: { readonly full: string };
}

/** A full reference is the name of the project with the number behind `!` or `#`. */
function entryOf({ iid, title, references }: Entry, task_type: SuggestedTask['task_type']): SuggestedTask {
  const repo = references.full.replace(/[!#]\d+$/, '');
  return { git_provider: 'gitlab', task_type, repo, issue_number: iid, title };
}
