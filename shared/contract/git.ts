import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** For the pickers of web clients. The service calls no git provider itself, so the lists are empty. */
const common = { area: 'git', method: 'GET', access: 'key', scope: 'any', errors: [] } as const;

const emptyList = { success: { status: 200, body: z.array(z.unknown()) }, constant: [] } as const;

const emptyPage = {
  success: { status: 200, body: z.object({ items: z.array(z.unknown()), next_page_id: z.null() }) },
  constant: { items: [], next_page_id: null },
} as const;

const legacy = { ...common, ...emptyList, generation: 'legacy' } as const;
const current = { ...common, ...emptyPage, generation: 'v1' } as const;

export const getSuggestedTasks = defineEndpoint(() => ({
  ...legacy,
  id: 'get-suggested-tasks',
  successor: '/api/v1/git/suggested-tasks/search',
  path: '/api/user/suggested-tasks',
  summary: 'Suggested tasks; there are none',
}));

export const getRepositories = defineEndpoint(() => ({
  ...legacy,
  id: 'get-repositories',
  successor: '/api/v1/git/repositories/search',
  path: '/api/user/repositories',
  summary: 'Repositories to pick from; there are none',
}));

export const findRepositories = defineEndpoint(() => ({
  ...legacy,
  id: 'find-repositories',
  successor: '/api/v1/git/repositories/search',
  path: '/api/user/search/repositories',
  summary: 'Repositories by name; there are none',
}));

export const getBranches = defineEndpoint(() => ({
  ...legacy,
  id: 'get-branches',
  successor: '/api/v1/git/branches/search',
  path: '/api/user/repository/branches',
  summary: 'Branches to pick from; there are none',
}));

export const getInstallations = defineEndpoint(() => ({
  ...legacy,
  id: 'get-installations',
  successor: '/api/v1/git/installations/search',
  path: '/api/user/installations',
  summary: 'Installations at git providers; there are none',
}));

export const searchInstallations = defineEndpoint(() => ({
  ...current,
  id: 'search-installations',
  path: '/api/v1/git/installations/search',
  summary: 'Installations at git providers; there are none',
}));

export const searchRepositories = defineEndpoint(() => ({
  ...current,
  id: 'search-repositories',
  path: '/api/v1/git/repositories/search',
  summary: 'Repositories to pick from; there are none',
}));

export const searchBranches = defineEndpoint(() => ({
  ...current,
  id: 'search-branches',
  path: '/api/v1/git/branches/search',
  summary: 'Branches to pick from; there are none',
}));

export const searchSuggestedTasks = defineEndpoint(() => ({
  ...current,
  id: 'search-suggested-tasks',
  path: '/api/v1/git/suggested-tasks/search',
  summary: 'Suggested tasks; there are none',
}));

export const getGitOrganizations = defineEndpoint(() => ({
  ...common,
  generation: 'v1',
  id: 'get-git-organizations',
  path: '/api/v1/users/git-organizations',
  summary: 'Organizations of the caller at git providers; none are known',
  success: { status: 200, body: z.object({ provider: z.string().nullable(), organizations: z.array(z.string()) }) },
  constant: { provider: null, organizations: [] },
}));

const GitUser = z
  .object({
    id: z.string(),
    login: z.string(),
    avatar_url: z.string(),
    company: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: 'GitUser' });

const whoCalls = {
  ...common,
  summary: 'Who calls',
  description: 'The owner of the key under both `id` and `login`: no git provider is asked.',
  success: { status: 200, body: GitUser },
} as const;

export const getUserInfo = defineEndpoint(() => ({
  ...whoCalls,
  generation: 'legacy',
  id: 'get-user-info',
  successor: '/api/v1/users/git-info',
  path: '/api/user/info',
}));

export const getGitInfo = defineEndpoint(() => ({
  ...whoCalls,
  generation: 'v1',
  id: 'get-git-info',
  path: '/api/v1/users/git-info',
}));
