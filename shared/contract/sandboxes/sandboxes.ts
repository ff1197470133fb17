import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Capacity, OnLimit, SandboxState, SandboxStatus } from '../shapes/enums.ts';
import {
  DateTime,
  idList,
  limit,
  MakerId,
  PageId,
  page,
  partOfId,
  SandboxId,
  SnapshotId,
  Success,
  seconds,
} from '../shapes/fields.ts';
import { ResourcesRequest } from '../shapes/resources.ts';
import { SandboxDeletion } from '../shapes/sandbox-deletion.ts';
import { SandboxInfo, WakePolicies } from '../shapes/sandbox-info.ts';
import { admissionErrors } from '../shapes/start-errors.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'sandboxes', access: 'key', generation: 'v1' } as const;
const params = z.object({ sandbox_id: SandboxId });
const onLimit = OnLimit.default('reject');

export const searchSandboxes = defineEndpoint(() => ({
  ...common,
  id: 'search-sandboxes',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandboxes/search',
  summary: 'Search sandboxes, newest first',
  description:
    'A page examines at most 2,000 sandboxes. It can then hold fewer than `limit`, or none: continue while `next_page_id` is set.',
  query: z.object({
    id__contains: partOfId,
    status__eq: SandboxStatus.optional(),
    state__eq: SandboxState.optional().meta({ description: 'The state of the last transition, finer than `status`.' }),
    sandbox_spec_id__eq: line(200).min(1).optional(),
    created_by_user_id__eq: MakerId,
    created_at__gte: DateTime.optional(),
    created_at__lt: DateTime.optional(),
    page_id: PageId.optional(),
    limit: limit(100),
  }),
  success: { status: 200, body: page(SandboxInfo) },
  errors: [],
}));

export const batchGetSandboxes = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-sandboxes',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandboxes',
  summary: 'Get several sandboxes by id',
  description: 'Returns an array in the requested order, with null for each id that is not found.',
  names: { id: 'sandbox' },
  query: z.object({ id: idList(line(200), 100) }),
  success: { status: 200, body: z.array(SandboxInfo.nullable()) },
  errors: ['too_many_ids'],
}));

export const getSandbox = defineEndpoint(() => ({
  ...common,
  id: 'get-sandbox',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandboxes/{sandbox_id}',
  summary: 'Get a sandbox, or wait for its status',
  description:
    'With `wait`, responds when the sandbox has that status, when it can no longer reach it by itself, or after `timeout`; check `status`. The number of requests that wait at the same time is limited, per API key and in total, streamed starts included. Beyond it, the request returns the current sandbox at once with a `Retry-After` header.',
  params,
  query: z
    .object({
      wait: SandboxStatus.optional().meta({ description: 'The status to wait for.' }),
      timeout: seconds(25)
        .optional()
        .meta({ description: 'The maximum wait in seconds. Default: 25. Requires `wait`.' }),
    })
    .refine(({ wait, timeout }) => wait !== undefined || timeout === undefined, {
      path: ['timeout'],
      error: 'timeout requires wait. Send wait, or remove timeout.',
    }),
  refusals: { custom: '`timeout` is sent without `wait`' },
  // With `wait`, up to API Gateway's timeout. Memory is billed during the wait.
  needs: { timeoutSeconds: 29, memoryMegabytes: 512 },
  success: { status: 200, body: SandboxInfo, optionalHeaders: ['Retry-After'] },
  errors: ['not_found'],
}));

const SPOT =
  '`spot` costs less, but AWS can take the capacity back: the sandbox is then saved and started again. After two interruptions or refusals it continues on demand until its next resume.';

const refusals = {
  value_error:
    'a port in `wake` is not one of its spec, `resources` exceed the bounds of its spec, or the snapshot is of another spec',
} as const;

export const startSandbox = defineEndpoint(() => ({
  ...common,
  id: 'start-sandbox',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes',
  summary: 'Start a sandbox',
  query: z.object({ sandbox_spec_id: line(200).optional(), on_limit: onLimit }),
  body: z
    .object({
      snapshot_id: SnapshotId.optional().meta({
        description:
          'The snapshot whose copy is the workspace; without it, the workspace is empty. The spec is that of the snapshot. If the snapshot is still CREATING, the sandbox starts as soon as it is READY.',
      }),
      wake: WakePolicies.optional(),
      resources: ResourcesRequest.optional(),
      capacity: Capacity.optional().meta({
        description: `What the sandbox runs on. Default: the choice of its spec. ${SPOT}`,
      }),
    })
    .optional(),
  refusals,
  idempotent: true,
  success: { status: 200, location: '/api/v1/sandboxes/{id}', body: SandboxInfo },
  errors: ['not_found', 'conflict', ...admissionErrors],
}));

export const updateSandbox = defineEndpoint(() => ({
  ...common,
  id: 'update-sandbox',
  scope: 'sandboxes:write',
  method: 'PATCH',
  path: '/api/v1/sandboxes/{sandbox_id}',
  summary: 'Update a sandbox',
  description:
    'Ports that are not sent keep their policy. New `resources` apply from the next resume on, whatever resumes the sandbox; until then, they are in `next_resources`. Pause and resume a running sandbox to apply them at once. The workspace can only grow.',
  params,
  body: z.object({ wake: WakePolicies.optional(), resources: ResourcesRequest.optional() }),
  refusals,
  success: { status: 200, body: SandboxInfo },
  errors: ['not_found', 'conflict'],
}));

export const pauseSandbox = defineEndpoint(() => ({
  ...common,
  id: 'pause-sandbox',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/pause',
  summary: 'Pause a sandbox',
  description: 'Stops the compute and saves the workspace. Has no effect on a paused sandbox.',
  params,
  idempotent: true,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

export const resumeSandbox = defineEndpoint(() => ({
  ...common,
  id: 'resume-sandbox',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/resume',
  summary: 'Resume a sandbox',
  description:
    'Starts the sandbox again from its saved workspace, with the same URLs and session key. Counts as activity if the sandbox is running. Tries again if it is in ERROR. Fails with 410 if the workspace no longer exists. A resume by Agent Canvas has no effect if it is the first one within five seconds of a pause by the same API key, because Agent Canvas sends one after its own pause. Its requests come from a web page with `X-Org-Id`, and without `X-OpenHands-Client` and `Idempotency-Key`.',
  params,
  query: z.object({ on_limit: onLimit }),
  body: z
    .object({
      capacity: Capacity.optional().meta({
        description: 'What it runs on from now on. Default: unchanged. No effect while it is running or starting.',
      }),
      resources: ResourcesRequest.optional(),
    })
    .optional(),
  refusals: {
    value_error: '`resources` exceed the bounds of its spec, or differ from the size of a running sandbox',
  },
  idempotent: true,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict', 'gone', ...admissionErrors],
}));

export const rotateSessionKey = defineEndpoint(() => ({
  ...common,
  id: 'rotate-session-key',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/rotate-session-key',
  summary: 'Rotate the session key of a sandbox',
  description:
    'The old session key is invalid after the response. A running or starting sandbox starts again from its workspace with the new key, because an agent server accepts keys only once. Its status is STARTING until then, and its URLs stay the same. A paused sandbox gets the new key at its next resume.',
  params,
  idempotent: true,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

export const deleteSandbox = defineEndpoint(() => ({
  ...common,
  id: 'delete-sandbox',
  scope: 'sandboxes:write',
  method: 'DELETE',
  path: '/api/v1/sandboxes/{sandbox_id}',
  summary: 'Delete a sandbox and its workspace',
  description:
    'The sandbox no longer exists after the response. Its conversations stay, with the sandbox status MISSING. Follow the deletion of its disks at `/api/v1/sandbox-deletions/{sandbox_id}`.',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

/** Not below `/sandboxes`, where the path would reserve a sandbox id. */
export const listSandboxDeletions = defineEndpoint(() => ({
  ...common,
  id: 'list-sandbox-deletions',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandbox-deletions',
  summary: 'List sandbox deletions, newest first',
  description:
    'A deletion is listed for 7 days after it completes, or until its id is used again. A very recent deletion can be missing from the list; get it by id instead.',
  query: z.object({ page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, body: page(SandboxDeletion) },
  errors: [],
}));

export const getSandboxDeletion = defineEndpoint(() => ({
  ...common,
  id: 'get-sandbox-deletion',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandbox-deletions/{sandbox_id}',
  summary: 'Get a sandbox deletion',
  description:
    'Fails with 404 if there was no such deletion, if its record has expired, or if a sandbox uses this id again.',
  params,
  success: { status: 200, body: SandboxDeletion },
  errors: ['not_found'],
}));
