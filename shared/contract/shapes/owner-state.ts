import * as z from 'zod';
import { Timestamp } from './fields.ts';

export const OwnerState = /* @__PURE__ */ z.enum(['ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED']).meta({
  id: 'OwnerState',
  description:
    'SUSPENDED: nothing can start, running sandboxes are paused, reads and deletions work. DELETING: everything of the owner is being deleted. DELETED: only the receipt is left.',
});
export type OwnerState = z.infer<typeof OwnerState>;

/** What happens to the usage ledger and the audit log of a deleted owner. */
export const DeletedRecords = z.enum(['keep', 'delete']);
export type DeletedRecords = z.infer<typeof DeletedRecords>;

export const Suspension = z
  .object({
    at: Timestamp,
    by: z.string().nullable().meta({ description: 'The ID of the API key or person that suspended the owner.' }),
    reason: z.string().nullable().meta({ description: 'Shown to the owner with each refused start.' }),
  })
  .meta({ id: 'OwnerSuspension' });

export const OwnerDeletion = z
  .object({
    requested_at: Timestamp,
    requested_by: z
      .string()
      .nullable()
      .meta({ description: 'The ID of the API key or person that requested the deletion.' }),
    records: DeletedRecords.meta({ description: 'Whether the usage ledger and the audit log are kept or deleted.' }),
    finished_at: Timestamp.nullable().meta({ description: 'Null while the deletion is under way.' }),
    deleted: z
      .record(z.string(), z.int())
      .meta({ description: 'How many of each kind were deleted so far, by the name of the kind.' }),
  })
  .meta({ id: 'OwnerDeletion' });
