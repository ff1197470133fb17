import * as z from 'zod';
import { SnapshotState } from './enums.ts';
import { Timestamp } from './fields.ts';

/** Ids are the service's own. Others, such as `search`, name no snapshot. */
export const SnapshotId = z.string().regex(/^[0-9a-f]{32}$/, { error: 'Must be the id of a snapshot.' });

export const SnapshotInfo = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    sandbox_id: z.string().meta({ description: 'The sandbox it was taken from, which may have been deleted since.' }),
    sandbox_spec_id: z.string(),
    state: SnapshotState.exclude(['DELETING', 'DELETED']).meta({
      description: 'CREATING: the workspace is being copied. READY. ERROR: the copy failed; see `status_detail`.',
    }),
    status_detail: z.string().nullable().meta({ description: 'Why it failed and what to do. Null otherwise.' }),
    reason: z.string().nullable().meta({ description: 'A code for why it failed. Null otherwise.' }),
    size_gib: z.int().positive().meta({ description: 'The size of the disk it was copied from, in GiB.' }),
    synced: z.boolean().meta({
      description:
        'False if the agent of the running sandbox did not confirm that the file system was written to the disk before the copy. The copy is then as after a power failure.',
    }),
    cost_per_month_usd: z.string().meta({
      description:
        'The most that a month of its storage costs in US dollars, as usage counts it. Zero if it shares the data of another snapshot.',
    }),
    retention_days: z.int().nullable().meta({ description: 'Null: it is kept until it is deleted.' }),
    created_by_user_id: z.string().meta({
      description: 'The person who took it, or the ID of the owner for API keys of no member.',
    }),
    created_at: Timestamp.meta({ description: 'When it was requested.' }),
    ready_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable().meta({ description: 'When it is deleted.' }),
  })
  .meta({ id: 'SnapshotInfo' });

export const SnapshotDeletion = z
  .object({
    snapshot_id: z.string(),
    sandbox_id: z.string(),
    sandbox_spec_id: z.string(),
    snapshot_created_at: Timestamp,
    requested_at: Timestamp,
    completed_at: Timestamp.nullable().meta({
      description:
        'When AWS had confirmed the deletion of the data. Null until then, and as long as a sandbox that began from it has not saved a workspace of its own.',
    }),
    expires_at: Timestamp.nullable().meta({
      description: 'When this record expires, 7 days after `completed_at`. Null until the deletion completes.',
    }),
  })
  .meta({ id: 'SnapshotDeletion' });
