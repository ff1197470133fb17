import { getInstallations as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const getInstallations = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const host = (await OwnerHosts.of(ownerId, deps)).one(query.provider);
  const { items } = await host.installations({ pageId: null, limit: 100 });
  return [...items];
});

export const handler = serve(getInstallations, gitDeps);
