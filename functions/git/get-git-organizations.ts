import { getGitOrganizations as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { firstAnswer } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const getGitOrganizations = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const owned = await OwnerHosts.of(ownerId, deps);
  const { provider = null } = query;
  if (provider === null && owned.all().length === 0) return { provider: null, organizations: [] };
  return firstAnswer(owned.some(provider), async (host) => ({
    provider: host.provider,
    organizations: [...(await host.organizations())],
  }));
});

export const handler = serve(getGitOrganizations, gitDeps);
