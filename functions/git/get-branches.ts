import { getBranches as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { nthPage } from '../../shared/domain/git/pages.ts';
import { firstAnswer } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

/** Without a provider, the first one that has the repository is used. */
export const getBranches = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const { selected_provider: provider = null, repository, page, per_page: limit } = query;
  const hosts = (await OwnerHosts.of(ownerId, deps)).some(provider);
  const { items, nextPageId } = await firstAnswer(hosts, (host) =>
    nthPage(host, page, limit, (pageId) => host.branches(repository, { text: null, pageId, limit })),
  );
  return {
    branches: [...items],
    has_next_page: nextPageId !== null,
    current_page: page,
    per_page: limit,
    total_count: null,
  };
});

export const handler = serve(getBranches, gitDeps);
