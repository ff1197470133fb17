import * as z from 'zod';
import { sandboxStatus, urlName } from './enums.ts';
import { nullable, sandboxId, sentence, steps, time } from './forms.ts';

const exposedUrl = z.strictObject({ name: urlName, url: z.url(), port: z.int().min(1).max(65_535) });

export const sandbox = z
  .strictObject({
    id: sandboxId,
    created_by_user_id: nullable.text,
    sandbox_spec_id: sentence,
    status: sandboxStatus,
    session_api_key: sentence.nullable(),
    exposed_urls: z.array(exposedUrl).nullable(),
    created_at: time,
    status_detail: nullable.text,
    // This service's own: its way so far, how long it stays, and why it rests.
    transitions: z.array(z.strictObject({ state: sentence, reason: nullable.text, time })),
    deadline_at: time.nullable(),
    idle_at: time.nullable(),
    workspace: z.strictObject({ size_gib: z.int().min(1), saved_at: time.nullable() }).nullable(),
    expires_at: time.nullable(),
    pause_reason: z.enum(['api', 'idle', 'timeout', 'limit', 'budget']).nullable(),
    steps: steps.optional(),
  })
  .refine(({ status, session_api_key: key }) => status === 'RUNNING' || key === null, {
    error: 'only a running sandbox has a key',
  })
  .refine(({ status, exposed_urls: urls }) => (status === 'RUNNING') === (urls !== null), {
    error: 'a running sandbox has addresses, and no other has',
  });

const deletedDisk = z.strictObject({
  kind: z.enum(['volume', 'snapshot']),
  id: sentence,
  result: z.enum(['pending', 'deleted']),
});

export const sandboxDeletion = z
  .strictObject({
    sandbox_id: sandboxId,
    sandbox_spec_id: sentence,
    sandbox_created_at: time,
    requested_at: time,
    completed_at: time.nullable(),
    disks: z.array(deletedDisk).nullable(),
    expires_at: time.nullable(),
  })
  .refine(({ completed_at, expires_at }) => (completed_at === null) === (expires_at === null), {
    error: 'a receipt has its end once all is deleted, and not before',
  });

export const sandboxSpec = z.strictObject({
  id: sentence,
  command: z.array(z.string()).nullable(),
  created_at: time,
  initial_env: z.record(z.string(), z.string()),
  working_dir: z.string(),
});
