import * as z from 'zod';

/** The fields of Bitbucket responses that this service reads. */
export const User = z.object({
  uuid: z.string(),
  display_name: z.string().nullish(),
  nickname: z.string().nullish(),
  username: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: z.string().nullish() }).nullish() }).nullish(),
});

/** One page of a list. `next` is the URL of the next page. */
function listOf<T>(item: z.ZodType<T>) {
  return z.object({ values: z.array(item), next: z.string().nullish() });
}
export interface List<T> {
  readonly values: readonly T[];
  readonly next?: string | null | undefined;
}

export const Workspaces = listOf(z.object({ workspace: z.object({ slug: z.string() }) }));

export const Repository = z.object({
  uuid: z.string(),
  full_name: z.string(),
  is_private: z.boolean(),
  updated_on: z.string().nullish(),
  /** Missing for an empty repository. */
  mainbranch: z.object({ name: z.string() }).nullish(),
  owner: z.object({ type: z.string() }).nullish(),
});
export type Repository = z.infer<typeof Repository>;

export const Repositories = listOf(Repository);

const Target = z.object({ hash: z.string(), date: z.string().nullish() });

export const Branch = z.object({ name: z.string(), target: Target });
export const Branches = listOf(Branch);

export const PullRequests = listOf(
  z.object({
    id: z.number(),
    title: z.string(),
    task_count: z.number().nullish(),
    destination: z.object({ repository: z.object({ full_name: z.string() }) }),
    participants: z.array(z.object({ state: z.string().nullish() })).nullish(),
  }),
);
export type PullRequest = z.infer<typeof PullRequests>['values'][number];

export const Statuses = listOf(z.object({ state: z.string() }));

/** The files with conflicts. */
export const Conflicts = listOf(z.object({ path: z.string().nullish() }));

export const Entries = listOf(z.object({ type: z.string(), path: z.string() }));
