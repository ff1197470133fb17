import * as z from 'zod';

/** The fields of GitLab responses that this service reads. */
export const User = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
  email: z.string().nullish(),
  organization: z.string().nullish(),
});

export const Groups = z.array(z.object({ full_path: z.string() }));

export const Project = z.object({
  id: z.number(),
  path_with_namespace: z.string(),
  /** Missing for anonymous callers. */
  visibility: z.string().nullish(),
  star_count: z.number().nullish(),
  last_activity_at: z.string().nullish(),
  default_branch: z.string().nullish(),
  namespace: z.object({ kind: z.string() }).nullish(),
});
export type Project = z.infer<typeof Project>;

export const Projects = z.array(Project);

export const Branches = z.array(
  z.object({
    name: z.string(),
    protected: z.boolean(),
    commit: z.object({ id: z.string(), committed_date: z.string().nullish() }),
  }),
);

export const MergeRequests = z.array(
  z.object({
    iid: z.number(),
    project_id: z.number(),
    title: z.string(),
    references: z.object({ full: z.string() }),
    has_conflicts: z.boolean().nullish(),
    blocking_discussions_resolved: z.boolean().nullish(),
  }),
);
export type MergeRequest = z.infer<typeof MergeRequests>[number];

export const MergeRequestDetails = z.object({ head_pipeline: z.object({ status: z.string() }).nullish() });

export const Issues = z.array(
  z.object({ iid: z.number(), title: z.string(), references: z.object({ full: z.string() }) }),
);

export const Tree = z.array(z.object({ name: z.string(), path: z.string(), type: z.string() }));
