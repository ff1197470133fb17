import * as z from 'zod';
import { limitsOf, limitsOfOwnerRow, OwnerRowLimits } from '../../../contract/shapes/limits.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { rowReader } from '../../../platform/aws/rows.ts';

/** The part of an owner's row that administrators set. Other writers store counts and spending in it. */
const OwnerRow = z.object({
  owner_id: z.string(),
  created_at: Moment.optional(),
  /** The id of the key that created it, or `operator`. */
  created_by: z.string().optional(),
  active_sandboxes: z.int().default(0),
  /** Increases with each change of the limits. */
  limits_revision: z.int().default(0),
  ...OwnerRowLimits.shape,
});
const readOwner = rowReader('owner', OwnerRow);
export type OwnerRecord = ReturnType<typeof ownerRecordOf>;

export function ownerRecordOf(item: unknown) {
  const { owner_id, created_at, created_by, active_sandboxes, limits_revision, ...limits } = readOwner(item);
  return {
    ...{ owner_id, created_at, created_by, active_sandboxes, limits_revision },
    limits: limitsOfOwnerRow(limits),
  };
}

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
