import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { PortName, SandboxStatus } from './enums.ts';
import { idList, limit, PageId, page, SandboxId, Success, Timestamp } from './fields.ts';

const ExposedUrl = z.object({ name: PortName, url: z.string(), port: z.int() }).meta({ id: 'ExposedUrl' });

export const SandboxInfo = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    sandbox_spec_id: z.string(),
    status: SandboxStatus,
    session_api_key: z.string().nullable(),
    exposed_urls: z.array(ExposedUrl).nullable(),
    created_at: Timestamp,
    status_detail: z.string().nullable(),
  })
  .meta({ id: 'SandboxInfo' });

const common = { area: 'sandboxes', access: 'key', generation: 'v1' } as const;
const params = z.object({ sandbox_id: SandboxId });
const onLimit = z.enum(['reject', 'pause_oldest']).default('reject');

export const searchSandboxes = defineEndpoint({
  ...common,
  id: 'search-sandboxes',
  method: 'GET',
  path: '/api/v1/sandboxes/search',
  summary: 'List sandboxes, newest first',
  query: z.object({ page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, body: page(SandboxInfo) },
  errors: [],
});

export const batchGetSandboxes = defineEndpoint({
  ...common,
  id: 'batch-get-sandboxes',
  method: 'GET',
  path: '/api/v1/sandboxes',
  summary: 'Read several sandboxes by id',
  description: 'An array in the order asked for, null for what is not there.',
  query: z.object({ id: idList(z.string().max(200), 100) }),
  success: { status: 200, body: z.array(SandboxInfo.nullable()) },
  errors: ['too_many_ids'],
});

export const getSandbox = defineEndpoint({
  ...common,
  id: 'get-sandbox',
  method: 'GET',
  path: '/api/v1/sandboxes/{sandbox_id}',
  summary: 'Read one sandbox',
  params,
  success: { status: 200, body: SandboxInfo },
  errors: ['not_found'],
});

export const startSandbox = defineEndpoint({
  ...common,
  id: 'start-sandbox',
  method: 'POST',
  path: '/api/v1/sandboxes',
  summary: 'Start a sandbox',
  query: z.object({ sandbox_spec_id: z.string().max(200).optional(), on_limit: onLimit }),
  success: { status: 200, body: SandboxInfo },
  errors: ['not_found', 'conflict', 'concurrency_limit_exceeded'],
});

export const pauseSandbox = defineEndpoint({
  ...common,
  id: 'pause-sandbox',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/pause',
  summary: 'Pause a sandbox',
  description: 'Its compute stops. Pausing a paused sandbox does nothing.',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
});

export const resumeSandbox = defineEndpoint({
  ...common,
  id: 'resume-sandbox',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/resume',
  summary: 'Resume a sandbox',
  description:
    'It starts again, with a new session key. Resuming a running sandbox does nothing; one in ERROR is tried again.',
  params,
  query: z.object({ on_limit: onLimit }),
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict', 'concurrency_limit_exceeded'],
});

export const deleteSandbox = defineEndpoint({
  ...common,
  id: 'delete-sandbox',
  method: 'DELETE',
  path: '/api/v1/sandboxes/{sandbox_id}',
  summary: 'Delete a sandbox and its workspace',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
});
