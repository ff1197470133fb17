import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Capacity, OnLimit } from '../shapes/enums.ts';
import { SandboxId, SnapshotId } from '../shapes/fields.ts';
import { ResourcesRequest } from '../shapes/resources.ts';
import { SandboxInfo, WakePolicies } from '../shapes/sandbox-info.ts';
import { admissionErrors } from '../shapes/start-errors.ts';

const common = { area: 'sandboxes', tag: 'forks', access: 'key', generation: 'v1' } as const;
const params = z.object({ sandbox_id: SandboxId });

const Fork = z
  .object({
    sandbox: SandboxInfo.nullable().meta({ description: 'The new sandbox. Null if it was not started.' }),
    error: z
      .object({ code: z.string(), detail: z.string() })
      .nullable()
      .meta({ description: 'Why it was not started, with the code and detail of errors. Null if it was started.' }),
  })
  .meta({ id: 'SandboxFork' });

export const forkSandbox = defineEndpoint(() => ({
  ...common,
  id: 'fork-sandbox',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/fork',
  summary: 'Fork a sandbox',
  description:
    'Starts copies of the sandbox, which itself stays as it is. Each has an id, keys and addresses of its own, and counts towards limits like any other sandbox. All begin from one copy of the workspace. A running sandbox keeps running: what its programs hold in memory is not in the copy. Files that its agent has encrypted can be read in the forks, and in no other sandbox. The size, `capacity` and `wake` are those of the source unless you send others. If no fork can be started, the request fails with the first error.',
  params,
  query: z.object({ on_limit: OnLimit.default('reject') }),
  body: z
    .object({
      count: z.int().min(1).max(100).default(1).meta({ description: 'The number of forks.' }),
      wake: WakePolicies.optional(),
      resources: ResourcesRequest.optional(),
      capacity: Capacity.optional(),
    })
    .meta({ id: 'ForkSandboxRequest' })
    .optional(),
  refusals: { value_error: 'a port in `wake` is not one of its spec, or `resources` exceed the bounds of its spec' },
  idempotent: 'lease',
  // A hundred starts, one after the other.
  needs: { timeoutSeconds: 29, memoryMegabytes: 1024 },
  success: { status: 200, body: z.object({ items: z.array(Fork) }).meta({ id: 'SandboxForks' }) },
  errors: ['not_found', 'conflict', 'gone', ...admissionErrors],
}));

export const restoreSandbox = defineEndpoint(() => ({
  ...common,
  id: 'restore-sandbox',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/restore',
  summary: 'Restore a paused sandbox from a snapshot',
  description:
    'The next resume begins from the snapshot, which can be of any sandbox of the same spec. The workspace as it was is kept as a snapshot first. Also restores a sandbox whose workspace has expired or was lost. The sandbox keeps its id, keys and addresses. Fails with 409 while the sandbox is not paused.',
  params,
  body: z.object({ snapshot_id: SnapshotId }).meta({ id: 'RestoreSandboxRequest' }),
  refusals: { value_error: 'the snapshot is of another spec' },
  idempotent: 'lease',
  success: {
    status: 200,
    body: z
      .object({
        sandbox: SandboxInfo,
        kept_snapshot_id: z.string().nullable().meta({
          description: 'The snapshot with the workspace as it was before. Null if there was nothing to keep.',
        }),
      })
      .meta({ id: 'RestoredSandbox' }),
  },
  errors: ['not_found', 'conflict', 'gone'],
}));
