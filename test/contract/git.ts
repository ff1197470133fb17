import * as z from 'zod';
import { nullable, sentence, time } from './forms.ts';

const provider = z.enum([
  'github',
  'gitlab',
  'bitbucket',
  'enterprise_sso',
  'bitbucket_data_center',
  'forgejo',
  'azure_devops',
]);

export const user = z.strictObject({
  id: sentence,
  login: sentence,
  avatar_url: z.string(),
  company: nullable.text,
  name: nullable.text,
  email: nullable.text,
});

const repositoryFields = {
  id: sentence,
  full_name: z.string().regex(/^[^/\s]+(\/[^/\s]+)+$/),
  git_provider: provider,
  is_public: z.boolean(),
  stargazers_count: nullable.integer,
  pushed_at: nullable.text,
  owner_type: z.enum(['user', 'organization']).nullable(),
  main_branch: nullable.text,
};
export const repository = z.strictObject(repositoryFields);
/** Its clients look for the number of the next page in it. */
export const legacyRepository = z.strictObject({
  ...repositoryFields,
  link_header: z
    .string()
    .regex(/<[^>]*[?&]page=\d+(&[^>]*)?>; rel="next"/)
    .nullable(),
});

export const branch = z.strictObject({
  name: sentence,
  commit_sha: z.string().regex(/^[0-9a-f]{40}$/),
  protected: z.boolean(),
  last_push_date: nullable.text,
});
export const legacyBranches = z.strictObject({
  branches: z.array(branch),
  has_next_page: z.boolean(),
  current_page: z.int().min(1),
  per_page: z.int().min(1),
  total_count: nullable.integer,
});

export const suggestedTask = z.strictObject({
  git_provider: provider,
  task_type: z.enum(['MERGE_CONFLICTS', 'FAILING_CHECKS', 'UNRESOLVED_COMMENTS', 'OPEN_ISSUE', 'OPEN_PR']),
  repo: sentence,
  issue_number: z.int(),
  title: z.string(),
});
export const failures = { failures: z.array(z.strictObject({ provider, code: sentence, detail: sentence })) };

export const organizations = z.strictObject({ provider: provider.nullable(), organizations: z.array(sentence) });

export const microagent = z.strictObject({ name: sentence, path: sentence, git_provider: provider, created_at: time });
export const microagentContent = z.strictObject({
  content: z.string(),
  path: sentence,
  triggers: z.array(z.string()),
  git_provider: provider,
});
