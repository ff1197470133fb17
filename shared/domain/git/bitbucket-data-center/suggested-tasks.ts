import type { SuggestedTask } from '../git-host.ts';
import type { GitJson } from '../http/git-json.ts';
import { RequestBudget, tasksOf } from '../http/tasks.ts';
import { BuildCounts, Mergeability, type PullRequest, PullRequests, type Repository } from './answers.ts';

const MOST_ENTRIES = 20;

/** With the list and the builds of all commits, 10 requests. */
const MOST_DETAILS = 8;

/** Open pull requests of the token's person, in at most 10 requests. The server has no issues. */
export async function suggestedTasks(api: GitJson): Promise<readonly SuggestedTask[]> {
  const query = { role: 'AUTHOR', state: 'OPEN', order: 'NEWEST', limit: MOST_ENTRIES };
  const pulls = (await api.get(['api', '1.0', 'dashboard', 'pull-requests'], PullRequests, query)).value.values;
  const commits = pulls.flatMap(({ fromRef }) => fromRef.latestCommit ?? []);
  if (pulls.length === 0) return [];
  const builds = (await api.post(['build-status', '1.0', 'commits', 'stats'], BuildCounts, commits)).value;
  const budget = new RequestBudget(MOST_DETAILS);
  return tasksOf(
    await Promise.all(
      pulls.map(async (pull) => {
        if (await isConflicted(api, pull, budget)) return entryOf(pull, 'MERGE_CONFLICTS');
        if (builds[pull.fromRef.latestCommit ?? '']?.failed) return entryOf(pull, 'FAILING_CHECKS');
        return needsWork(pull) ? entryOf(pull, 'UNRESOLVED_COMMENTS') : undefined;
      }),
    ),
  );
}

async function isConflicted(api: GitJson, { id, toRef }: PullRequest, budget: RequestBudget): Promise<boolean> {
  if (!budget.take()) return false;
  const { project, slug } = toRef.repository;
  const path = ['api', '1.0', 'projects', project.key, 'repos', slug, 'pull-requests', String(id), 'merge'];
  const answer = await api.find(path, Mergeability);
  return answer?.value.conflicted ?? false;
}

function needsWork({ reviewers, properties }: PullRequest): boolean {
  return Boolean(properties?.openTaskCount) || (reviewers ?? []).some(({ status }) => status === 'NEEDS_WORK');
}

function entryOf({ id, title, toRef }: PullRequest, task_type: SuggestedTask['task_type']): SuggestedTask {
  const repo = nameOf(toRef.repository);
  return { git_provider: 'bitbucket_data_center', task_type, repo, issue_number: id, title };
}

function nameOf({ project, slug }: Repository): string {
  return `${project.key}/${slug}`;
}
