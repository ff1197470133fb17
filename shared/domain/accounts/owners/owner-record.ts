import * as z from 'zod';
import { limitsOf, limitsOfOwnerRow, OwnerRowLimits } from '../../../contract/shapes/limits.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import type { OwnerState } from '../../../contract/shapes/owner-state.ts';
import { rowReader } from '../../../platform/aws/rows.ts';

/** The prefix of the counts of a deletion, by what was deleted. */
export const DELETED_COUNT = 'deleted_count_';

/** The part of an owner's row that administrators set. Other writers store counts and spending in it. */
const OwnerRow = z.looseObject({
  owner_id: z.string(),
  created_at: Moment.optional(),
  /** The id of the key that created it, or `operator`. */
  created_by: z.string().optional(),
  active_sandboxes: z.int().default(0),
  /** Increases with each change of the limits. */
  limits_revision: z.int().default(0),
  suspended_at: Moment.optional(),
  suspended_by: z.string().optional(),
  suspend_reason: z.string().optional(),
  /** Set by the request to delete the owner, and stays on the receipt. */
  deleting_at: Moment.optional(),
  deleted_by: z.string().optional(),
  delete_records: z.enum(['keep', 'delete']).optional(),
  deleted_at: Moment.optional(),
  ...OwnerRowLimits.shape,
});
const readOwner = rowReader('owner', OwnerRow);
export type OwnerRecord = ReturnType<typeof ownerRecordOf>;

export function ownerRecordOf(item: unknown) {
  const { owner_id, created_at, created_by, active_sandboxes, limits_revision, ...row } = readOwner(item);
  const { suspended_at, suspended_by, suspend_reason, deleting_at, deleted_by, delete_records, deleted_at } = row;
  return {
    ...{ owner_id, created_at, created_by, active_sandboxes, limits_revision },
    limits: limitsOfOwnerRow(row),
    suspension:
      suspended_at === undefined
        ? null
        : { at: suspended_at, by: suspended_by ?? null, reason: suspend_reason ?? null },
    deletion:
      deleting_at === undefined
        ? null
        : {
            requested_at: deleting_at,
            requested_by: deleted_by ?? null,
            records: delete_records ?? ('keep' as const),
            finished_at: deleted_at ?? null,
            deleted: deletedCounts(row),
          },
  };
}

function deletedCounts(row: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, count]) =>
      name.startsWith(DELETED_COUNT) && typeof count === 'number' ? [[name.slice(DELETED_COUNT.length), count]] : [],
    ),
  );
}

/** An owner without a row, which has keys. */
export function unrecordedOwner(ownerId: string): OwnerRecord {
  return ownerRecordOf({ owner_id: ownerId });
}

/** An owner for administrators. */
export function ownerView(record: OwnerRecord) {
  return {
    id: record.owner_id,
    state: stateOf(record),
    created_at: record.created_at ?? null,
    created_by: record.created_by ?? null,
    limits: limitsOf(record.limits),
    active_sandboxes: record.active_sandboxes,
    suspension: record.suspension,
    deletion: record.deletion,
  };
}

function stateOf({ deletion, suspension }: OwnerRecord): OwnerState {
  if (deletion) return deletion.finished_at === null ? 'DELETING' : 'DELETED';
  return suspension ? 'SUSPENDED' : 'ACTIVE';
}
