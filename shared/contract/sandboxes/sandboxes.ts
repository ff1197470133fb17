import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { OnLimit, PauseReason, PortName, SandboxState, SandboxStatus } from '../shapes/enums.ts';
import {
  DateTime,
  idList,
  limit,
  PageId,
  page,
  partOfId,
  SandboxId,
  Success,
  seconds,
  Timestamp,
} from '../shapes/fields.ts';
import { SandboxDeletion } from '../shapes/sandbox-deletion.ts';
import { SandboxStepTime } from '../shapes/steps.ts';
import { line } from '../shapes/text.ts';

const ExposedUrl = z.object({ name: PortName, url: z.string(), port: z.int() }).meta({ id: 'ExposedUrl' });

const SandboxTransition = z
  .object({
    state: SandboxState,
    reason: z.string().nullable().meta({ description: 'The reason code of the transition. Null if it was requested.' }),
    time: Timestamp,
  })
  .meta({ id: 'SandboxTransition' });

const SandboxWorkspace = z
  .object({
    size_gib: z.int().positive().meta({
      description:
        'The size of the disk, in GiB. The usage report counts the whole size, used or not: as `workspace_running_gb_seconds` while the sandbox is running, and as `workspace_paused_gb_seconds` otherwise. One GB in these fields is one GiB.',
    }),
    saved_at: Timestamp.nullable().meta({
      description: 'When the workspace was last saved. Null before the first pause.',
    }),
  })
  .meta({ id: 'SandboxWorkspace' });

export const SandboxInfo = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    sandbox_spec_id: z.string(),
    status: SandboxStatus,
    session_api_key: z.string().nullable(),
    exposed_urls: z.array(ExposedUrl).nullable().meta({
      description:
        'The URLs of its ports. Null unless the sandbox is running. They change with every start and resume, and with the ingress keys or domain of the service: read them again instead of storing them. An outdated URL responds with code `sandbox_moved` and status 410, or 502 or 504 if nothing responds there any more. The URL of VSCODE contains the session key and opens the editor. VSCODE and the workers need their own origin: without a domain for sandboxes, only AGENT_SERVER is listed. Apps at the ports of workers are public: they must ask for credentials of their own.',
    }),
    created_at: Timestamp,
    status_detail: z.string().nullable().meta({
      description: 'An explanation of the status and what to do about it. Null if there is none.',
    }),
    transitions: z.array(SandboxTransition).meta({ description: 'The last 20 state transitions, oldest first.' }),
    deadline_at: Timestamp.nullable().meta({
      description:
        'The latest time at which the sandbox is paused, even if it is busy. Null unless it is starting or running.',
    }),
    idle_at: Timestamp.nullable().meta({
      description:
        "When the sandbox is paused unless it is used again: the idle limit after the last known activity. The agent's activity is known a few minutes late, so the pause can come later. Null unless the sandbox is running.",
    }),
    workspace: SandboxWorkspace.nullable().meta({
      description:
        'The disk, or the saved copy of it. Null if there is none: before the first start has created it, if the spec has none, or after the workspace expired or was lost.',
    }),
    expires_at: Timestamp.nullable().meta({
      description:
        'When the workspace is deleted unless the sandbox is resumed first. Null unless the sandbox is paused, or failed with its workspace saved.',
    }),
    pause_reason: PauseReason.nullable().meta({
      description:
        'Why the sandbox was paused: by a request (`api`), for inactivity (`idle`), at its maximum running time (`timeout`), to make room for another sandbox (`limit`), or because a budget is used up (`budget`). Null unless it is paused, or if it stopped by itself.',
    }),
    steps: z.array(SandboxStepTime).optional().meta({
      description:
        'The steps of the last start and, after it, of the stop, in order, each with its duration. The first step of each has no duration. Only the endpoint that gets one sandbox returns them.',
    }),
  })
  .meta({ id: 'SandboxInfo' });

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

export const startSandbox = defineEndpoint(() => ({
  ...common,
  id: 'start-sandbox',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/sandboxes',
  summary: 'Start a sandbox',
  query: z.object({ sandbox_spec_id: line(200).optional(), on_limit: onLimit }),
  idempotent: true,
  success: { status: 200, location: '/api/v1/sandboxes/{id}', body: SandboxInfo },
  errors: ['not_found', 'conflict', 'concurrency_limit_exceeded', 'quota_exceeded', 'usage_not_settled'],
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
    'Starts the sandbox again from its saved workspace, with a new session key. Counts as activity if the sandbox is running. Tries again if it is in ERROR. Fails with 410 if the workspace no longer exists. A resume by Agent Canvas has no effect if it is the first one within five seconds of a pause by the same API key, because Agent Canvas sends one after its own pause. Its requests come from a web page with `X-Org-Id`, and without `X-OpenHands-Client` and `Idempotency-Key`.',
  params,
  query: z.object({ on_limit: onLimit }),
  idempotent: true,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict', 'gone', 'concurrency_limit_exceeded', 'quota_exceeded', 'usage_not_settled'],
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
