import * as z from 'zod';

/** One page of a list. */
function listOf<T>(item: z.ZodType<T>) {
  return z.object({ values: z.array(item), isLastPage: z.boolean(), nextPageStart: z.number().nullish() });
}
export interface List<T> {
  readonly values: readonly T[];
  readonly isLastPage: boolean;
  readonly nextPageStart?: number | null | undefined;
}

export const Users = listOf(
  z.object({
    id: z.number(),
    name: z.string(),
    displayName: z.string().nullish(),
    emailAddress: z.string().nullish(),
    avatarUrl: z.string().nullish(),
  }),
);

/** Any object: only the headers of the response are read. */
export const Properties = z.object({});

const Project = z.object({ key: z.string(), type: z.string().nullish(), public: z.boolean().nullish() });
export const Projects = listOf(Project);

export const Repository = z.object({
  id: z.number(),
  slug: z.string(),
  project: Project,
  public: z.boolean().nullish(),
  defaultBranch: z.string().nullish(),
});
export type Repository = z.infer<typeof Repository>;

export const Repositories = listOf(Repository);

export const DefaultBranch = z.object({ displayId: z.string() });

export const Branches = listOf(z.object({ displayId: z.string(), latestCommit: z.string() }));

const Ref = z.object({ repository: Repository, latestCommit: z.string().nullish() });

export const PullRequests = listOf(
  z.object({
    id: z.number(),
    title: z.string(),
    fromRef: Ref,
    toRef: Ref,
    reviewers: z.array(z.object({ status: z.string().nullish() })).nullish(),
    /** Counts for the pages of the server. */
    properties: z.object({ openTaskCount: z.number().nullish() }).nullish(),
  }),
);
export type PullRequest = z.infer<typeof PullRequests>['values'][number];

export const Mergeability = z.object({ conflicted: z.boolean().nullish() });

/** By commit. Commits without builds are missing. */
export const BuildCounts = z.record(z.string(), z.object({ failed: z.number().nullish() }));

export const Directory = z.object({
  children: z.object({
    values: z.array(z.object({ type: z.string(), path: z.object({ toString: z.string() }) })),
  }),
});
