import * as z from 'zod';
import { DeletionResult, DiskKind } from './enums.ts';
import { Timestamp } from './fields.ts';

const DeletedDisk = z
  .object({
    kind: DiskKind.meta({ description: 'A disk (`volume`), or a saved workspace (`snapshot`).' }),
    id: z.string().meta({ description: 'Its id at AWS.' }),
    result: DeletionResult.meta({ description: '`deleted` once AWS has confirmed that it is gone.' }),
  })
  .meta({ id: 'DeletedDisk' });

/** The receipt of a deletion, as the owner of the sandbox reads it. */
export const SandboxDeletion = z
  .object({
    sandbox_id: z.string(),
    sandbox_spec_id: z.string(),
    sandbox_created_at: Timestamp,
    requested_at: Timestamp.meta({
      description: 'When the deletion was asked for. The audit log says by which API key.',
    }),
    completed_at: Timestamp.nullable().meta({
      description: 'When AWS had confirmed that all of it is gone. Null while something is left.',
    }),
    disks: z.array(DeletedDisk).nullable().meta({
      description:
        'Everything that held its workspace. Null until its task has ended, as its disks are known for sure only then.',
    }),
    expires_at: Timestamp.nullable().meta({
      description: 'When this receipt goes, 7 days after `completed_at`. Null while something is left.',
    }),
  })
  .meta({ id: 'SandboxDeletion' });
