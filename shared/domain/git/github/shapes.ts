import * as z from 'zod';
import type { GitRepository, GitUser } from '../git-host.ts';

/** Ids can exceed the safe integers of JavaScript. */
const Id = z.union([z.int(), z.bigint(), z.string()]).transform(String);

const Owner = z.object({ login: z.string(), type: z.string().optional() });

export const Repository = z.object({
  id: Id,
  full_name: z.string(),
  private: z.boolean(),
  stargazers_count: z.int().nullish(),
  forks_count: z.int().nullish(),
  pushed_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  created_at: z.string().nullish(),
  default_branch: z.string().nullish(),
  owner: Owner,
});
export type Repository = z.output<typeof Repository>;

export const User = z
  .object({
    id: Id,
    login: z.string(),
    avatar_url: z.string(),
    company: z.string().nullish(),
    name: z.string().nullish(),
    email: z.string().nullish(),
  })
  .transform(({ company = null, name = null, email = null, ...user }): GitUser => ({ ...user, company, name, email }));

export const Organizations = z.array(z.object({ login: z.string() }));
export const Repositories = z.array(Repository);
export const Installations = z.object({ installations: z.array(z.object({ id: Id })) });
export const InstallationRepositories = z.object({ repositories: Repositories });
export const FoundRepositories = z.object({ total_count: z.int(), items: Repositories });
export const Branches = z.array(
  z.object({ name: z.string(), commit: z.object({ sha: z.string() }), protected: z.boolean() }),
);
export const Directory = z.array(z.object({ type: z.string(), name: z.string(), path: z.string() }));
export const File = z.object({ type: z.literal('file'), encoding: z.string(), content: z.string() });

const ownerTypes: Readonly<Record<string, GitRepository['owner_type']>> = {
  User: 'user',
  Organization: 'organization',
};

export function gitRepository(found: Repository): GitRepository {
  return {
    id: found.id,
    full_name: found.full_name,
    git_provider: 'github',
    is_public: !found.private,
    stargazers_count: found.stargazers_count ?? null,
    pushed_at: found.pushed_at ?? null,
    owner_type: ownerTypes[found.owner.type ?? ''] ?? null,
    main_branch: found.default_branch ?? null,
  };
}
