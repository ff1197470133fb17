import * as z from 'zod';

/** The sandbox that claimed a warm task, and when. */
const ClaimedBy = z.object({
  owner_id: z.string(),
  sandbox_id: z.string(),
  created_at: z.string(),
  generation: z.int(),
  at: z.string(),
  /** Until when events of the task are passed to that sandbox, in seconds since 1970. */
  until: z.int(),
});
export type ClaimedBy = z.infer<typeof ClaimedBy>;

/** A task of the warm pool: the revision of its spec, when its agent became ready, and its claim. */
export const Warm = z.object({
  revision: z.string(),
  ready_at: z.string().nullable(),
  claimed_by: ClaimedBy.nullable(),
});

/** The warm task that a sandbox claimed at its start. */
export const Claimed = z.object({ sandbox_id: z.string(), created_at: z.string(), at: z.string() });
