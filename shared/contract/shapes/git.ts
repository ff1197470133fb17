import * as z from 'zod';
import { ProviderType, TaskType } from './enums.ts';
import { line } from './text.ts';

export const GitUser = z
  .object({
    id: z.string(),
    login: z.string(),
    avatar_url: z.string(),
    company: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: 'GitUser' });

export const GitRepository = z
  .object({
    id: z.string(),
    full_name: z
      .string()
      .meta({ description: 'Owner and name. Some providers have groups or a project between them.' }),
    git_provider: ProviderType,
    is_public: z.boolean(),
    stargazers_count: z.int().nullable(),
    pushed_at: z.string().nullable(),
    owner_type: z.enum(['user', 'organization']).nullable(),
    main_branch: z.string().nullable(),
  })
  .meta({ id: 'GitRepository' });

/** Legacy clients read the link to the next page from the items. */
export const LegacyGitRepository = GitRepository.extend({
  link_header: z.string().nullable().meta({
    description: 'If there is a next page, a link to it in the format of a `Link` header (RFC 8288).',
  }),
}).meta({ id: 'LegacyGitRepository' });

export const GitBranch = z
  .object({
    name: z.string(),
    commit_sha: z.string(),
    protected: z.boolean(),
    last_push_date: z.string().nullable(),
  })
  .meta({ id: 'GitBranch' });

export const BranchPage = z
  .object({
    branches: z.array(GitBranch),
    has_next_page: z.boolean(),
    current_page: z.int(),
    per_page: z.int(),
    total_count: z.int().nullable(),
  })
  .meta({ id: 'LegacyBranchPage' });

export const SuggestedGitTask = z
  .object({
    git_provider: ProviderType,
    task_type: TaskType,
    repo: z.string(),
    issue_number: z.int(),
    title: z.string(),
  })
  .meta({ id: 'SuggestedGitTask' });

export const ProviderFailure = z
  .object({ provider: ProviderType, code: z.string(), detail: z.string() })
  .meta({ id: 'GitProviderFailure', description: 'A provider that did not respond while others did, and why.' });

export const Microagent = z
  .object({ name: z.string(), path: z.string(), git_provider: ProviderType, created_at: z.string() })
  .meta({ id: 'RepositoryMicroagent' });

export const MicroagentContent = z
  .object({ content: z.string(), path: z.string(), triggers: z.array(z.string()), git_provider: ProviderType })
  .meta({ id: 'RepositoryMicroagentContent' });

/** An optional text in a query string. Clients send an empty text for an absent one. */
export const optionalText = line(500)
  .optional()
  .transform((text) => text?.trim() || null);

export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, { error: 'Must be a page number from 1 to 9999.' })
  .transform(Number)
  .default(1)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 9999, default: 1 } });

/** The errors of endpoints that ask a git provider. */
export const gitFailures = [
  'git_token_required',
  'git_token_refused',
  'git_scope_missing',
  'git_rate_limited',
  'git_not_supported',
  'git_provider_failed',
  'git_timed_out',
] as const;
