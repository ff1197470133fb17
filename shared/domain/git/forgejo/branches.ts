import type { BranchQuery, GitBranch, GitPage } from '../git-host.ts';
import type { GitJson, Path } from '../http/git-json.ts';
import { numberOf } from '../http/page-ids.ts';
import { type Branch, Branches } from './answers.ts';
import { hasNext, MOST_ITEMS, pageOf, pagingOf } from './paging.ts';

/** How many pages of the server one page of a search looks through. */
const MOST_PAGES = 8;

export async function branchesOf(
  api: GitJson,
  path: Path,
  { text, ...page }: BranchQuery,
): Promise<GitPage<GitBranch>> {
  if (text) return searchBranches(api, path, text.toLowerCase(), page);
  const answer = await api.get(path, Branches, pagingOf(page));
  return pageOf(answer, page, answer.value, branchOf);
}

/**
 * The server searches no branches: its pages are looked through, a bounded number for each call. A page id is the
 * number of branches that were looked at.
 */
async function searchBranches(
  api: GitJson,
  path: Path,
  text: string,
  { pageId, limit }: Omit<BranchQuery, 'text'>,
): Promise<GitPage<GitBranch>> {
  const items: GitBranch[] = [];
  let position = numberOf('forgejo', pageId, 0);
  for (let read = 0; read < MOST_PAGES; read++) {
    const page = Math.floor(position / MOST_ITEMS) + 1;
    const answer = await api.get(path, Branches, { page, limit: MOST_ITEMS });
    for (const branch of answer.value.slice(position % MOST_ITEMS)) {
      position += 1;
      if (branch.name.toLowerCase().includes(text)) items.push(branchOf(branch));
      if (items.length === limit) return { items, nextPageId: String(position) };
    }
    if (!hasNext(answer, page, MOST_ITEMS)) return { items, nextPageId: null };
    position = page * MOST_ITEMS;
  }
  return { items, nextPageId: String(position) };
}

function branchOf(branch: Branch): GitBranch {
  return {
    name: branch.name,
    commit_sha: branch.commit.id,
    protected: branch.protected ?? false,
    last_push_date: branch.commit.timestamp ?? null,
  };
}
