import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { OnLimit, PauseReason, PortName, SandboxState, SandboxStatus } from '../shapes/enums.ts';
import { idList, limit, PageId, page, SandboxId, Success, seconds, Timestamp } from '../shapes/fields.ts';
import { SandboxDeletion } from '../shapes/sandbox-deletion.ts';
import { SandboxStepTime } from '../shapes/steps.ts';
import { line } from '../shapes/text.ts';

const ExposedUrl = z.object({ name: PortName, url: z.string(), port: z.int() }).meta({ id: 'ExposedUrl' });

const SandboxTransition = z
  .object({
    state: SandboxState,
    reason: z
      .string()
      .nullable()
      .meta({ description: 'The code of why it came there; null where it was as asked for.' }),
    time: Timestamp,
  })
  .meta({ id: 'SandboxTransition' });

const SandboxWorkspace = z
  .object({
    size_gib: z.int().positive().meta({
      description:
        'The size of its disk, in GiB. This is what counts in the usage report, where a GB is one GiB: a running sandbox adds it each second to `workspace_running_gb_seconds`, and one that rests to `workspace_paused_gb_seconds`, however much of it is filled.',
    }),
    saved_at: Timestamp.nullable().meta({
      description: 'When it was last saved: a running sandbox has changed it since. Null before its first pause.',
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
        'Where its ports are; null unless it runs. Each start and each resume gives new addresses, and so does a change of the keys or the domain of the ingress: read them again instead of keeping them. An address that is over answers with code `sandbox_moved`, under status 410, or 502 or 504 where nothing answers any more. The address of VSCODE opens it, by the session key in it. VSCODE and the workers need an origin of their own: without a domain for sandboxes their addresses answer with code `sandbox_domain_needed`.',
    }),
    created_at: Timestamp,
    status_detail: z.string().nullable().meta({
      description: 'What people should know about the status, and what they can do; null when there is nothing to say.',
    }),
    transitions: z
      .array(SandboxTransition)
      .meta({ description: 'The last 20 states with the times at which they began, the oldest first.' }),
    deadline_at: Timestamp.nullable().meta({
      description: 'When it is paused at the latest, however busy it is. Null unless it starts or runs.',
    }),
    idle_at: Timestamp.nullable().meta({
      description:
        'When it is paused if nobody uses it from now on: its idle limit after the last use that is known. What its agent does is known a few minutes late, so the pause may come that much later. Null unless it runs.',
    }),
    workspace: SandboxWorkspace.nullable().meta({
      description:
        'Its disk, or what is saved of it. Null where there is none: before its first start has one, where its spec has none, and once it expired or is lost.',
    }),
    expires_at: Timestamp.nullable().meta({
      description:
        'When its workspace is deleted unless it is resumed before. Null unless it is paused or failed with its workspace saved.',
    }),
    pause_reason: PauseReason.nullable().meta({
      description:
        'Why it is paused: a request (`api`), nobody used it (`idle`), it ran as long as it may (`timeout`), another sandbox needed its room (`limit`), or a budget is used up (`budget`). Null unless it is paused, or when it stopped by itself.',
    }),
    steps: z.array(SandboxStepTime).optional().meta({
      description:
        'What took the time of its last start and, once it was to stop, of its end: a step for each moment that was reached, in their order. The first one of each has no time of its own. Only the answer about one sandbox has them.',
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
  summary: 'List sandboxes, newest first',
  query: z.object({ page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, body: page(SandboxInfo) },
  errors: [],
}));

export const batchGetSandboxes = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-sandboxes',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandboxes',
  summary: 'Read several sandboxes by id',
  description: 'An array in the order asked for, null for what is not there.',
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
  summary: 'Read one sandbox, or wait for its status',
  description:
    'With `wait`, the answer comes as soon as the sandbox has that status, when it cannot get there by itself any more, or when `timeout` is over; look at `status` to see which. Only so many requests wait at a time, of an API key and of all, streamed starts included: one more is answered at once with the sandbox as it is, and with `Retry-After`, which no other answer here has.',
  params,
  query: z
    .object({
      wait: SandboxStatus.optional().meta({ description: 'The status to wait for.' }),
      timeout: seconds(25)
        .optional()
        .meta({ description: 'How many seconds to wait at most, by default 25. It needs `wait`.' }),
    })
    .refine(({ wait, timeout }) => wait !== undefined || timeout === undefined, {
      path: ['timeout'],
      error: 'there is nothing to wait for without `wait`',
    }),
  refusals: { custom: '`timeout` without `wait`' },
  // With `wait` it waits for a state of the sandbox, as long as API Gateway waits for an answer.
  // It pays for its memory meanwhile.
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
  description: 'Its compute stops and its workspace is saved. Pausing a paused sandbox does nothing.',
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
    'It starts again from its workspace, with a new session key. For a running sandbox it counts as use; one in ERROR is tried again. A 410 says that the workspace is gone.',
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
    'It is gone from the answer on. Its conversations stay, with the sandbox status MISSING. What becomes of its disks is under `/api/v1/sandbox-deletions/{sandbox_id}`.',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

/** At a path of its own, so that it takes no id from sandboxes. */
export const listSandboxDeletions = defineEndpoint(() => ({
  ...common,
  id: 'list-sandbox-deletions',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/sandbox-deletions',
  summary: 'List receipts of deleted sandboxes, the last deletion first',
  description:
    'Each is kept for 7 days after everything is gone, or until its id is used again. A deletion that was asked for a moment ago may be missing here; reading it by its id finds it at once.',
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
  summary: 'Read the receipt of a deleted sandbox',
  description:
    'A 404 says that no such deletion was asked for, that its receipt is gone, or that a sandbox has this id again.',
  params,
  success: { status: 200, body: SandboxDeletion },
  errors: ['not_found'],
}));
