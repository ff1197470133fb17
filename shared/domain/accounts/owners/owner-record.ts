import * as z from 'zod';
import { limitsOf, limitsOfOwnerRow, OwnerRowLimits } from '../../../contract/shapes/limits.ts';

/** The part of an owner's row that administrators set. Other writers store counts and spending in it. */
export const OwnerRecord = z
  .object({
    owner_id: z.string(),
    created_at: z.string().optional(),
    /** The id of the key that created it, or `operator`. */
    created_by: z.string().optional(),
    active_sandboxes: z.int().default(0),
    /** Increases with each change of the limits. */
    limits_revision: z.int().default(0),
    ...OwnerRowLimits.shape,
  })
  .transform(({ owner_id, created_at, created_by, active_sandboxes, limits_revision, ...limits }) => ({
    ...{ owner_id, created_at, created_by, active_sandboxes, limits_revision },
    limits: limitsOfOwnerRow(limits),
  }));
export type OwnerRecord = z.output<typeof OwnerRecord>;

/** An owner for administrators. */
export function ownerView(record: OwnerRecord) {
  return {
    id: record.owner_id,
    created_at: record.created_at ?? null,
    created_by: record.created_by ?? null,
    limits: limitsOf(record.limits),
    active_sandboxes: record.active_sandboxes,
  };
}
