import * as z from 'zod';

/** A list. Only refs and pull requests are paged. */
function listOf<T>(item: z.ZodType<T>) {
  return z.object({ value: z.array(item) });
}

export const Profile = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
});

export const Accounts = listOf(z.object({ accountName: z.string() }));

export const ConnectionData = z.object({
  authenticatedUser: z.object({
    id: z.string(),
    providerDisplayName: z.string().nullish(),
    customDisplayName: z.string().nullish(),
  }),
});

export const Projects = listOf(z.object({ name: z.string() }));

export const Repository = z.object({
  id: z.string(),
  name: z.string(),
  project: z.object({ name: z.string(), visibility: z.string().nullish() }),
  /** Missing for an empty repository. */
  defaultBranch: z.string().nullish(),
  isDisabled: z.boolean().nullish(),
});
export type Repository = z.infer<typeof Repository>;

export const Repositories = listOf(Repository);

export const Refs = listOf(z.object({ name: z.string(), objectId: z.string(), isLocked: z.boolean().nullish() }));

export const PullRequests = listOf(
  z.object({
    pullRequestId: z.number(),
    title: z.string(),
    mergeStatus: z.string().nullish(),
    repository: z.object({ id: z.string(), name: z.string(), project: z.object({ name: z.string() }) }),
    reviewers: z.array(z.object({ vote: z.number().nullish() })).nullish(),
  }),
);
export type PullRequest = z.infer<typeof PullRequests>['value'][number];

export const Statuses = listOf(
  z.object({
    state: z.string(),
    context: z.object({ name: z.string().nullish(), genre: z.string().nullish() }).nullish(),
  }),
);

export const Threads = listOf(z.object({ status: z.string().nullish(), isDeleted: z.boolean().nullish() }));

export const Items = listOf(z.object({ path: z.string(), isFolder: z.boolean().nullish() }));
