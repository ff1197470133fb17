import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ProviderType } from '../shapes/enums.ts';
import { limit, PageId, page } from '../shapes/fields.ts';
import {
  BranchPage,
  GitBranch,
  GitRepository,
  GitUser,
  gitFailures,
  LegacyGitRepository,
  Microagent,
  MicroagentContent,
  optionalText,
  PageNumber,
  ProviderFailure,
  SuggestedGitTask,
} from '../shapes/git.ts';
import { Repository } from '../shapes/repository.ts';
import { line } from '../shapes/text.ts';

/** Lists for the pickers of web clients, from git providers with the owner's tokens. */
const common = {
  area: 'git',
  method: 'GET',
  access: 'key',
  scope: 'conversations:read',
  // Providers can be slow, and some operations need several requests.
  needs: { timeoutSeconds: 29 },
} as const;
const legacy = { ...common, generation: 'legacy' } as const;
const current = { ...common, generation: 'v1' } as const;

const errors = { errors: gitFailures } as const;
const errorsOfOne = { errors: ['not_found', ...gitFailures] } as const;

const selected = { selected_provider: ProviderType.optional() };
const repository = { repository: Repository };
const paging = (items: number) => ({ page_id: PageId.optional(), limit: limit(items) });
const numbered = { page: PageNumber, per_page: limit(30) };

const briefly =
  'Results are cached for one minute. Use the same `limit` for all pages. If the provider fails, the request fails with an explanation; it never returns an empty list instead.';

export const getSuggestedTasks = defineEndpoint(() => ({
  ...legacy,
  ...errors,
  id: 'get-suggested-tasks',
  successor: '/api/v1/git/suggested-tasks/search',
  path: '/api/user/suggested-tasks',
  summary: 'List suggested tasks from all git providers',
  description:
    'Returns the tasks of the providers that respond. If there are none and a provider failed, the request fails. Providers without a token are not asked.',
  success: { status: 200, body: z.array(SuggestedGitTask) },
}));

export const getRepositories = defineEndpoint(() => ({
  ...legacy,
  ...errorsOfOne,
  id: 'get-repositories',
  successor: '/api/v1/git/repositories/search',
  path: '/api/user/repositories',
  summary: 'List repositories',
  query: z.object({
    ...selected,
    ...numbered,
    sort: z.enum(['pushed', 'updated', 'created', 'full_name']).default('pushed'),
    installation_id: optionalText,
  }),
  success: { status: 200, body: z.array(LegacyGitRepository) },
}));

export const findRepositories = defineEndpoint(() => ({
  ...legacy,
  ...errors,
  id: 'find-repositories',
  successor: '/api/v1/git/repositories/search',
  path: '/api/user/search/repositories',
  summary: 'Search repositories by name or URL',
  query: z.object({
    ...selected,
    query: line(500).min(1),
    per_page: limit(5),
    sort: z.enum(['stars', 'forks', 'updated']).optional(),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  success: { status: 200, body: z.array(LegacyGitRepository) },
}));

export const getBranches = defineEndpoint(() => ({
  ...legacy,
  ...errorsOfOne,
  id: 'get-branches',
  successor: '/api/v1/git/branches/search',
  path: '/api/user/repository/branches',
  summary: 'List branches of a repository',
  query: z.object({ ...repository, ...selected, ...numbered }),
  success: { status: 200, body: BranchPage },
}));

export const findBranches = defineEndpoint(() => ({
  ...legacy,
  ...errorsOfOne,
  id: 'find-branches',
  successor: '/api/v1/git/branches/search',
  path: '/api/user/search/branches',
  summary: 'Search branches of a repository',
  query: z.object({ ...repository, ...selected, query: optionalText, per_page: limit(30) }),
  success: { status: 200, body: z.array(GitBranch) },
}));

export const getInstallations = defineEndpoint(() => ({
  ...legacy,
  ...errors,
  id: 'get-installations',
  successor: '/api/v1/git/installations/search',
  path: '/api/user/installations',
  summary: 'List installations of a git provider',
  query: z.object({ provider: ProviderType }),
  success: { status: 200, body: z.array(z.string()) },
}));

const microagents = {
  ...legacy,
  ...errorsOfOne,
  noSuccessor: 'Agents read these files from their workspace.',
} as const;
const ofRepository = {
  params: z.object({ owner: line(500), repo: line(500) }),
  query: z.object({ ...selected }),
};

export const getRepositoryMicroagents = defineEndpoint(() => ({
  ...microagents,
  ...ofRepository,
  id: 'get-repository-microagents',
  path: '/api/user/repository/{owner}/{repo}/microagents',
  summary: 'List microagents in a repository',
  description:
    'Returns the `.md` files in `.openhands/microagents` of the default branch (in `microagents` if the repository is named `.openhands` or `openhands-config`), and `.cursorrules`. Git providers do not report when a file was created: `created_at` is the time of the response.',
  success: { status: 200, body: z.array(Microagent) },
}));

export const getRepositoryMicroagent = defineEndpoint(() => ({
  ...microagents,
  ...ofRepository,
  id: 'get-repository-microagent',
  path: '/api/user/repository/{owner}/{repo}/microagents/content',
  summary: 'Get a microagent of a repository',
  query: z.object({ ...selected, file_path: line(500).min(1) }),
  success: { status: 200, body: MicroagentContent },
}));

export const searchInstallations = defineEndpoint(() => ({
  ...current,
  ...errors,
  id: 'search-installations',
  path: '/api/v1/git/installations/search',
  summary: 'Search installations of a git provider',
  description: `Workspaces, projects, organizations or app installations, depending on the provider. A GitHub personal access token has one installation: \`all\`. ${briefly}`,
  query: z.object({ provider: ProviderType, ...paging(100) }),
  success: { status: 200, body: page(z.string()) },
}));

export const searchRepositories = defineEndpoint(() => ({
  ...current,
  ...errorsOfOne,
  id: 'search-repositories',
  path: '/api/v1/git/repositories/search',
  summary: 'Search repositories',
  description: `Without \`query\`, returns the repositories that the token can access, most recently pushed first. With \`query\`, also finds public repositories by part of their name, by \`owner/name\` or by URL, such as \`https://github.com/owner/name\`. ${briefly}`,
  query: z.object({
    provider: ProviderType,
    query: optionalText,
    installation_id: optionalText.meta({
      description: 'Lists only repositories of this installation. A search with `query` is not limited to it.',
    }),
    sort_order: z
      .enum(['stars-desc', 'stars-asc', 'forks-desc', 'forks-asc', 'updated-desc', 'updated-asc'])
      .optional(),
    ...paging(100),
  }),
  success: { status: 200, body: page(GitRepository) },
}));

export const searchBranches = defineEndpoint(() => ({
  ...current,
  ...errorsOfOne,
  id: 'search-branches',
  path: '/api/v1/git/branches/search',
  summary: 'Search branches of a repository',
  description: briefly,
  query: z.object({ provider: ProviderType, ...repository, query: optionalText, ...paging(30) }),
  success: { status: 200, body: page(GitBranch) },
}));

export const searchSuggestedTasks = defineEndpoint(() => ({
  ...current,
  ...errors,
  id: 'search-suggested-tasks',
  path: '/api/v1/git/suggested-tasks/search',
  summary: 'List suggested tasks from all git providers',
  description:
    'Pull requests of the owner with conflicts, failing checks or unresolved comments, and issues assigned to the owner. `failures` lists the providers that did not respond. If there are no tasks and a provider failed, the request fails. Providers without a token are not asked.',
  query: z.object(paging(30)),
  success: { status: 200, body: page(SuggestedGitTask).extend({ failures: z.array(ProviderFailure) }) },
}));

export const getGitOrganizations = defineEndpoint(() => ({
  ...current,
  ...errors,
  scope: 'settings:read',
  id: 'get-git-organizations',
  path: '/api/v1/users/git-organizations',
  summary: 'List organizations of the git user',
  description:
    'Organizations, groups or workspaces, from the first git provider that responds. Providers without a token are not asked.',
  query: z.object({ provider: ProviderType.optional() }),
  success: { status: 200, body: z.object({ provider: ProviderType.nullable(), organizations: z.array(z.string()) }) },
}));

const whoCalls = {
  ...common,
  ...errors,
  scope: 'settings:read',
  summary: 'Get the git user',
  description:
    'From the first git provider that responds. Without any git token, `id` and `login` are the owner of the API key.',
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
  description:
    'From the named git provider; use this to test its token. Without `provider`, from the first git provider that responds. Without any git token, `id` and `login` are the owner of the API key.',
  query: z.object({ provider: ProviderType.optional() }),
}));
