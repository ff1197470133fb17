import * as z from 'zod';
import { DeletionResult, DiskKind } from './enums.ts';
import { Timestamp } from './fields.ts';

const DeletedDisk = z
  .object({
    kind: DiskKind.meta({ description: 'A disk (`volume`) or a saved workspace (`snapshot`).' }),
    id: z.string().meta({ description: 'The AWS resource id.' }),
    result: DeletionResult.meta({ description: '`deleted` after AWS has confirmed the deletion.' }),
  })
  .meta({ id: 'DeletedDisk' });

export const SandboxDeletion = z
  .object({
    sandbox_id: z.string(),
    sandbox_spec_id: z.string(),
    sandbox_created_at: Timestamp,
    requested_at: Timestamp.meta({
      description: 'When the deletion was requested. The audit log shows which API key requested it.',
    }),
    completed_at: Timestamp.nullable().meta({
      description: 'When AWS had confirmed the deletion of all resources. Null until then.',
    }),
    disks: z.array(DeletedDisk).nullable().meta({
      description:
        'All resources that held the workspace. Null until the task has ended, because only then are its disks known for certain.',
    }),
    expires_at: Timestamp.nullable().meta({
      description: 'When this record expires, 7 days after `completed_at`. Null until the deletion completes.',
    }),
  })
  .meta({ id: 'SandboxDeletion' });
