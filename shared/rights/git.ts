import { knowGitBases, knowTargets, listSecrets, openSecrets } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** Calls the owner's git providers with their tokens. */
const askProviders = rights(listSecrets, openSecrets, knowTargets, knowGitBases);

export const gitRights = {
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
} satisfies AreaRights<'git'>;
