import { getRepositoryMicroagent as endpoint } from '../../shared/contract/git/git.ts';
import { GitHostError } from '../../shared/domain/git/failures.ts';
import { isMicroagent, readMicroagent, repositoryIn } from '../../shared/domain/git/microagents.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { firstAnswer } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const getRepositoryMicroagent = implement(
  endpoint,
  async ({ params, query, caller: { ownerId } }, deps: GitDeps) => {
    const repository = repositoryIn(params);
    const { file_path: path } = query;
    if (!isMicroagent(repository, path)) throw new NotFoundError('Microagent', path);
    const hosts = (await OwnerHosts.of(ownerId, deps)).some(query.selected_provider ?? null);
    return firstAnswer(hosts, async (host) => {
      const text = await host.readFile(repository, path);
      if (text === undefined) throw new GitHostError(host.provider, 'not_found', `Microagent ${path} not found`);
      const { content, triggers } = readMicroagent(text);
      return { content, path, triggers: [...triggers], git_provider: host.provider };
    });
  },
);

export const handler = serve(getRepositoryMicroagent, gitDeps);
