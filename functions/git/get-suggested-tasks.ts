import { getSuggestedTasks as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { gather } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const getSuggestedTasks = implement(endpoint, async ({ caller: { ownerId } }, deps: GitDeps) => {
  const hosts = (await OwnerHosts.of(ownerId, deps)).all();
  const { items } = await gather(hosts, (host) => host.suggestedTasks());
  return [...items];
});

export const handler = serve(getSuggestedTasks, gitDeps);
