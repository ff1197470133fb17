import { findBranches as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { firstAnswer } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const findBranches = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const { selected_provider: provider = null, repository, query: text, per_page: limit } = query;
  const hosts = (await OwnerHosts.of(ownerId, deps)).some(provider);
  const { items } = await firstAnswer(hosts, (host) => host.branches(repository, { text, pageId: null, limit }));
  return [...items];
});

export const handler = serve(findBranches, gitDeps);
