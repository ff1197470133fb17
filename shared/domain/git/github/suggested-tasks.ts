import * as z from 'zod';
import type { SuggestedTask } from '../git-host.ts';
import { askGraphql, type GitHubApi } from './api.ts';

/** The 50 most recently updated of each, in one query. */
const WORK = `query {
  viewer {
    pullRequests(first: 50, states: [OPEN], orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes {
        number
        title
        mergeable
        repository { nameWithOwner }
        commits(last: 1) { nodes { commit { statusCheckRollup { state } } } }
        reviewThreads(first: 50) { nodes { isResolved } }
        reviews(first: 1, states: [CHANGES_REQUESTED]) { totalCount }
      }
    }
  }
  search(query: "is:issue is:open archived:false assignee:@me sort:updated-desc", type: ISSUE, first: 50) {
    nodes { ... on Issue { number title repository { nameWithOwner } } }
  }
}`;

const common = {
  number: z.int(),
  title: z.string(),
  repository: z.object({ nameWithOwner: z.string() }),
};

const PullRequest = z.object({
  ...common,
  mergeable: z.string(),
  commits: z.object({
    nodes: z.array(
      z.object({ commit: z.object({ statusCheckRollup: z.object({ state: z.string() }).nullable() }) }).nullable(),
    ),
  }),
  reviewThreads: z.object({ nodes: z.array(z.object({ isResolved: z.boolean() }).nullable()) }),
  reviews: z.object({ totalCount: z.int() }).nullable(),
});
type PullRequest = z.output<typeof PullRequest>;

/** GitHub returns null for items that the token cannot access. */
const Work = z.object({
  viewer: z.object({ pullRequests: z.object({ nodes: z.array(PullRequest.nullable()) }) }),
  search: z.object({ nodes: z.array(z.object(common).nullable()) }),
});

export async function suggestedTasksOf(api: GitHubApi): Promise<readonly SuggestedTask[]> {
  const { viewer, search } = await askGraphql(api, Work, WORK, {});
  const changes = viewer.pullRequests.nodes.flatMap((found) => {
    const type = found && neededBy(found);
    return type ? [task(type, found)] : [];
  });
  const issues = search.nodes.flatMap((found) => (found ? [task('OPEN_ISSUE', found)] : []));
  return [...changes, ...issues];
}

/** The first obstacle to a merge. A change gets only one task. */
function neededBy({ mergeable, commits, reviewThreads, reviews }: PullRequest): SuggestedTask['task_type'] | undefined {
  if (mergeable === 'CONFLICTING') return 'MERGE_CONFLICTS';
  const checks = commits.nodes.at(-1)?.commit.statusCheckRollup?.state;
  if (checks === 'FAILURE' || checks === 'ERROR') return 'FAILING_CHECKS';
  const isOpen = reviewThreads.nodes.some((thread) => thread?.isResolved === false);
  return isOpen || (reviews?.totalCount ?? 0) > 0 ? 'UNRESOLVED_COMMENTS' : undefined;
}

function task(
  task_type: SuggestedTask['task_type'],
  { number, title, repository }: z.output<z.ZodObject<typeof common>>,
): SuggestedTask {
  return { git_provider: 'github', task_type, repo: repository.nameWithOwner, issue_number: number, title };
}
