import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ProviderType } from '../shapes/enums.ts';
import { limit, PageId, page } from '../shapes/fields.ts';
import {
  BranchPage,
  GitBranch,
  GitRepository,
  GitUser,
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

/** For the pickers of web clients: git providers are asked with the tokens that the owner keeps. */
const common = {
  area: 'git',
  method: 'GET',
  access: 'key',
  scope: 'conversations:read',
  // A provider may take its time, and some questions take several requests.
  needs: { timeoutSeconds: 29 },
} as const;
const legacy = { ...common, generation: 'legacy' } as const;
const current = { ...common, generation: 'v1' } as const;

const failures = [
  'git_token_required',
  'git_token_refused',
  'git_scope_missing',
  'git_rate_limited',
  'git_not_supported',
  'git_provider_failed',
  'git_timed_out',
] as const;
const errors = { errors: failures } as const;
const errorsOfOne = { errors: ['not_found', ...failures] } as const;

const selected = { selected_provider: ProviderType.optional() };
const repository = { repository: Repository };
const paging = (items: number) => ({ page_id: PageId.optional(), limit: limit(items) });
const numbered = { page: PageNumber, per_page: limit(30) };

const briefly =
  'Answers are kept for a minute. A page is continued with the same `limit`. A failure of the provider is an error with a sentence for people, and never an empty list.';

export const getSuggestedTasks = defineEndpoint(() => ({
  ...legacy,
  ...errors,
  id: 'get-suggested-tasks',
  successor: '/api/v1/git/suggested-tasks/search',
  path: '/api/user/suggested-tasks',
  summary: 'What waits for the owner at all of their git providers',
  description:
    'What some providers answer is shown without the others that fail; where no task is left and a provider failed, the request fails. Without a token there is none to ask.',
  success: { status: 200, body: z.array(SuggestedGitTask) },
}));

export const getRepositories = defineEndpoint(() => ({
  ...legacy,
  ...errorsOfOne,
  id: 'get-repositories',
  successor: '/api/v1/git/repositories/search',
  path: '/api/user/repositories',
  summary: "The owner's repositories at one git provider or at all of them",
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
  summary: 'Repositories by a part of their name, by their whole name, or by their address',
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
  summary: 'The branches of a repository',
  query: z.object({ ...repository, ...selected, ...numbered }),
  success: { status: 200, body: BranchPage },
}));

export const findBranches = defineEndpoint(() => ({
  ...legacy,
  ...errorsOfOne,
  id: 'find-branches',
  successor: '/api/v1/git/branches/search',
  path: '/api/user/search/branches',
  summary: 'The branches of a repository whose name has a text',
  query: z.object({ ...repository, ...selected, query: optionalText, per_page: limit(30) }),
  success: { status: 200, body: z.array(GitBranch) },
}));

export const getInstallations = defineEndpoint(() => ({
  ...legacy,
  ...errors,
  id: 'get-installations',
  successor: '/api/v1/git/installations/search',
  path: '/api/user/installations',
  summary: 'What the repositories of a git provider lie under: its first hundred',
  query: z.object({ provider: ProviderType }),
  success: { status: 200, body: z.array(z.string()) },
}));

const microagents = {
  ...legacy,
  ...errorsOfOne,
  noSuccessor: 'Agents read such files in their workspace themselves.',
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
  summary: 'The microagents in a repository',
  description:
    'The files `.md` in `.openhands/microagents` of its default branch, or in `microagents` where the repository is called `.openhands` or `openhands-config`, and `.cursorrules`. Git providers do not say when a file was made: `created_at` is the time of the answer.',
  success: { status: 200, body: z.array(Microagent) },
}));

export const getRepositoryMicroagent = defineEndpoint(() => ({
  ...microagents,
  ...ofRepository,
  id: 'get-repository-microagent',
  path: '/api/user/repository/{owner}/{repo}/microagents/content',
  summary: 'Read a microagent of a repository',
  query: z.object({ ...selected, file_path: line(500).min(1) }),
  success: { status: 200, body: MicroagentContent },
}));

export const searchInstallations = defineEndpoint(() => ({
  ...current,
  ...errors,
  id: 'search-installations',
  path: '/api/v1/git/installations/search',
  summary: 'What the repositories of a git provider lie under',
  description: `Workspaces, projects or organizations, or the installations of an app. A personal token of GitHub has one: \`all\`. ${briefly}`,
  query: z.object({ provider: ProviderType, ...paging(100) }),
  success: { status: 200, body: page(z.string()) },
}));

export const searchRepositories = defineEndpoint(() => ({
  ...current,
  ...errorsOfOne,
  id: 'search-repositories',
  path: '/api/v1/git/repositories/search',
  summary: "The owner's repositories, or those with a text in their name",
  description: `Without \`query\`, those that the token reaches, the last pushed first. With it, also public ones of others: by a part of the name, by \`owner/name\`, or by an address as \`https://github.com/owner/name\`. ${briefly}`,
  query: z.object({
    provider: ProviderType,
    query: optionalText,
    installation_id: optionalText.meta({ description: 'Only those under it; a search goes beyond it.' }),
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
  summary: 'The branches of a repository, all or those with a text in their name',
  description: briefly,
  query: z.object({ provider: ProviderType, ...repository, query: optionalText, ...paging(30) }),
  success: { status: 200, body: page(GitBranch) },
}));

export const searchSuggestedTasks = defineEndpoint(() => ({
  ...current,
  ...errors,
  id: 'search-suggested-tasks',
  path: '/api/v1/git/suggested-tasks/search',
  summary: 'What waits for the owner at all of their git providers',
  description:
    'Their open changes with a conflict, failing checks or open comments, and issues that are assigned to them. `failures` names the providers that did not answer; where no task is left and a provider failed, the request fails. Without a token there is none to ask.',
  query: z.object(paging(30)),
  success: { status: 200, body: page(SuggestedGitTask).extend({ failures: z.array(ProviderFailure) }) },
}));

export const getGitOrganizations = defineEndpoint(() => ({
  ...current,
  ...errors,
  scope: 'settings:read',
  id: 'get-git-organizations',
  path: '/api/v1/users/git-organizations',
  summary: 'Organizations, groups or workspaces of the caller at a git provider',
  description: 'At the first of their providers that answers. Without a token there is none to ask.',
  query: z.object({ provider: ProviderType.optional() }),
  success: { status: 200, body: z.object({ provider: ProviderType.nullable(), organizations: z.array(z.string()) }) },
}));

const whoCalls = {
  ...common,
  ...errors,
  scope: 'settings:read',
  summary: 'Who calls, as a git provider knows them',
  description:
    'As the first of their git providers that answers knows them. Without a token for one, the owner of the key under both `id` and `login`.',
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
    'As the named git provider knows them: the way to try out its token. Without `provider`, as the first of their git providers that answers knows them, or without a token for one, the owner of the key under both `id` and `login`.',
  query: z.object({ provider: ProviderType.optional() }),
}));
