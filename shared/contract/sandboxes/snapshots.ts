import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { SnapshotState } from '../shapes/enums.ts';
import { limit, MakerId, PageId, page, SandboxId, Success } from '../shapes/fields.ts';
import { SnapshotDeletion, SnapshotId, SnapshotInfo } from '../shapes/snapshot-info.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'sandboxes', tag: 'snapshots', access: 'key', generation: 'v1' } as const;

const one = z.object({ snapshot_id: SnapshotId });

const name = line(200).min(1).nullable();
const retentionDays = z.int().min(1).max(3_650).nullable();

export const createSnapshot = defineEndpoint(() => ({
  ...common,
  id: 'create-snapshot',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/snapshots',
  summary: 'Create a snapshot of a sandbox',
  description:
    'Copies the workspace as it is now. A running sandbox keeps running: its file system is written to the disk first, but what programs hold in memory is not in the copy. Of a paused sandbox, the snapshot is READY in the response. Otherwise it is CREATING, and READY or ERROR later. Fails with 409 at the limit of snapshots.',
  params: z.object({ sandbox_id: SandboxId }),
  body: z
    .object({
      name: name.default(null),
      retention_days: retentionDays.default(null).meta({
        description: 'Days from when it is READY until it is deleted. By default, it is kept until you delete it.',
      }),
    })
    .meta({ id: 'CreateSnapshotRequest' })
    .optional(),
  idempotent: true,
  success: { status: 201, location: '/api/v1/snapshots/{id}', body: SnapshotInfo },
  errors: ['not_found', 'conflict', 'gone'],
}));

export const searchSnapshots = defineEndpoint(() => ({
  ...common,
  id: 'search-snapshots',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/snapshots/search',
  summary: 'Search snapshots, newest first',
  query: z.object({
    sandbox_id__eq: SandboxId.optional(),
    state__eq: SnapshotState.exclude(['DELETING', 'DELETED']).optional(),
    created_by_user_id__eq: MakerId,
    page_id: PageId.optional(),
    limit: limit(100),
  }),
  success: { status: 200, body: page(SnapshotInfo) },
  errors: [],
}));

export const getSnapshot = defineEndpoint(() => ({
  ...common,
  id: 'get-snapshot',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/snapshots/{snapshot_id}',
  summary: 'Get a snapshot',
  params: one,
  success: { status: 200, body: SnapshotInfo },
  errors: ['not_found'],
}));

export const updateSnapshot = defineEndpoint(() => ({
  ...common,
  id: 'update-snapshot',
  scope: 'sandboxes:write',
  method: 'PATCH',
  path: '/api/v1/snapshots/{snapshot_id}',
  summary: 'Update a snapshot',
  description: 'Fields that are not sent stay unchanged.',
  params: one,
  body: z
    .object({
      name: name.optional(),
      retention_days: retentionDays.optional().meta({
        description:
          'Days from when it became READY until it is deleted. Null keeps it until you delete it. If that time has passed, it is deleted soon.',
      }),
    })
    .meta({ id: 'UpdateSnapshotRequest' }),
  success: { status: 200, body: SnapshotInfo },
  errors: ['not_found', 'conflict'],
}));

export const deleteSnapshot = defineEndpoint(() => ({
  ...common,
  id: 'delete-snapshot',
  scope: 'sandboxes:write',
  method: 'DELETE',
  path: '/api/v1/snapshots/{snapshot_id}',
  summary: 'Delete a snapshot',
  description:
    'The snapshot no longer exists after the response. Its data is deleted once no sandbox that began from it needs it. Follow this at `/api/v1/snapshot-deletions/{snapshot_id}`. Fails with 409 while sandboxes wait for it to become READY.',
  params: one,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

/** Not below `/snapshots`, as for sandboxes. */
export const listSnapshotDeletions = defineEndpoint(() => ({
  ...common,
  id: 'list-snapshot-deletions',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/snapshot-deletions',
  summary: 'List snapshot deletions, newest first',
  description: 'A deletion is listed for 7 days after it completes.',
  query: z.object({ page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, body: page(SnapshotDeletion) },
  errors: [],
}));

export const getSnapshotDeletion = defineEndpoint(() => ({
  ...common,
  id: 'get-snapshot-deletion',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/snapshot-deletions/{snapshot_id}',
  summary: 'Get a snapshot deletion',
  params: one,
  success: { status: 200, body: SnapshotDeletion },
  errors: ['not_found'],
}));
