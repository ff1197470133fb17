import { getRepositoryMicroagents as endpoint } from '../../shared/contract/git/git.ts';
import { microagentsOf, repositoryIn } from '../../shared/domain/git/microagents.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { firstAnswer } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock, timestamp } from '../../shared/platform/clock.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

interface Deps extends GitDeps {
  readonly now: Clock;
}

export const getRepositoryMicroagents = implement(
  endpoint,
  async ({ params, query, caller: { ownerId } }, deps: Deps) => {
    const repository = repositoryIn(params);
    const hosts = (await OwnerHosts.of(ownerId, deps)).some(query.selected_provider ?? null);
    const created_at = timestamp(deps.now());
    return firstAnswer(hosts, async (host) => {
      const found = await microagentsOf(host, repository);
      return found.map(({ name, path }) => ({ name, path, git_provider: host.provider, created_at }));
    });
  },
);

export const handler = serve(getRepositoryMicroagents, (granted) => ({ ...gitDeps(granted), now: systemClock }));
