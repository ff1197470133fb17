import * as z from 'zod';
import type { BranchQuery, GitBranch, GitPage } from '../git-host.ts';
import { ask, failed, type GitHubApi } from './api.ts';
import { askGraphql } from './graphql.ts';
import { pageNumber, partsOf } from './repositories.ts';
import { Branches } from './shapes.ts';

/** Branches by name, with the time of their last commit. REST has neither. */
const SEARCH = `query ($owner: String!, $repo: String!, $text: String!, $limit: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    refs(refPrefix: "refs/heads/", query: $text, first: $limit, after: $after) {
      nodes {
        name
        target { oid ... on Commit { committedDate } }
        branchProtectionRule { id }
      }
      pageInfo { endCursor hasNextPage }
    }
  }
}`;

const Found = z.object({
  repository: z.object({
    refs: z.object({
      nodes: z.array(
        z
          .object({
            name: z.string(),
            target: z.object({ oid: z.string(), committedDate: z.string().optional() }).nullable(),
            branchProtectionRule: z.unknown(),
          })
          .nullable(),
      ),
      pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
    }),
  }),
});

export async function branchesOf(api: GitHubApi, name: string, query: BranchQuery): Promise<GitPage<GitBranch>> {
  const parts = partsOf(name);
  if (!parts) throw failed(api, 'not_found');
  if (query.text !== null) return searched(api, parts, query.text, query);
  const page = pageNumber(query.pageId);
  const asking = api.request.get('/repos/{owner}/{repo}/branches', { ...parts, per_page: query.limit, page });
  const { data, next } = await ask(api, Branches, asking);
  const items = data.map(({ name: branch, commit, protected: isProtected }) => ({
    name: branch,
    commit_sha: commit.sha,
    protected: isProtected,
    last_push_date: null,
  }));
  return { items, nextPageId: next };
}

async function searched(
  api: GitHubApi,
  parts: { readonly owner: string; readonly repo: string },
  text: string,
  { limit, pageId: after }: BranchQuery,
): Promise<GitPage<GitBranch>> {
  const { repository } = await askGraphql(api, Found, SEARCH, { ...parts, text, limit, after });
  const { nodes, pageInfo } = repository.refs;
  const items = nodes.flatMap((found): GitBranch[] => {
    if (!found?.target) return [];
    const { name, target, branchProtectionRule: rule } = found;
    const isProtected = rule !== null && rule !== undefined;
    return [{ name, commit_sha: target.oid, protected: isProtected, last_push_date: target.committedDate ?? null }];
  });
  return { items, nextPageId: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}
