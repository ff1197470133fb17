import type { AreaGrants } from './area-grants.ts';
import { all, knowGitBases, knowTargets, openSecrets } from './grants.ts';

/** The operation asks the owner's git providers with their tokens. */
const askProviders = all(openSecrets, knowTargets, knowGitBases, (fn, { data }) => data.secrets.allow(fn, 'Query'));

export const gitAccess = {
  'get-suggested-tasks': askProviders,
  'get-repositories': askProviders,
  'find-repositories': askProviders,
  'get-branches': askProviders,
  'find-branches': askProviders,
  'get-installations': askProviders,
  'get-repository-microagents': askProviders,
  'get-repository-microagent': askProviders,
  'search-installations': askProviders,
  'search-repositories': askProviders,
  'search-branches': askProviders,
  'search-suggested-tasks': askProviders,
  'get-git-organizations': askProviders,
  'get-user-info': askProviders,
  'get-git-info': askProviders,
} satisfies AreaGrants;
