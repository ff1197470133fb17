import * as z from 'zod';

/** The fields of Forgejo and Gitea responses that this service reads. */
export const User = z.object({
  id: z.number(),
  login: z.string(),
  full_name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

/** `username` also exists on old servers, which have no `name`. */
export const Organization = z.object({ id: z.number(), username: z.string() });
export const Organizations = z.array(Organization);

export const Repository = z.object({
  id: z.number(),
  full_name: z.string(),
  private: z.boolean(),
  internal: z.boolean().nullish(),
  stars_count: z.number().nullish(),
  updated_at: z.string().nullish(),
  default_branch: z.string().nullish(),
});
export type Repository = z.infer<typeof Repository>;

export const SearchResults = z.object({ data: z.array(Repository) });

export const Branches = z.array(
  z.object({
    name: z.string(),
    protected: z.boolean().nullish(),
    commit: z.object({ id: z.string(), timestamp: z.string().nullish() }),
  }),
);
export type Branch = z.infer<typeof Branches>[number];

export const Issues = z.array(
  z.object({ number: z.number(), title: z.string(), repository: z.object({ full_name: z.string() }) }),
);
export type Issue = z.infer<typeof Issues>[number];

export const PullRequest = z.object({
  mergeable: z.boolean().nullish(),
  draft: z.boolean().nullish(),
  review_comments: z.number().nullish(),
  head: z.object({ sha: z.string() }),
});

export const CombinedStatus = z.object({ state: z.string().nullish() });

export const Reviews = z.array(
  z.object({ state: z.string(), dismissed: z.boolean().nullish(), stale: z.boolean().nullish() }),
);

const Entry = z.object({ name: z.string(), path: z.string(), type: z.string() });

/** A list for a directory, a single entry for a file. */
export const Contents = z.union([z.array(Entry), Entry]);
