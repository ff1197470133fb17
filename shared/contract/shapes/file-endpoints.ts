import * as z from 'zod';
import { failures } from './agent-failures.ts';
import { SandboxId } from './fields.ts';
import { FilePath, FilePathBase64, Resume } from './sandbox-files.ts';
import { admissionErrors } from './start-errors.ts';

export const BASE = '/api/v1/sandboxes/{sandbox_id}/files' as const;

export const params = z.object({ sandbox_id: SandboxId });

/** What the endpoints of files and of transfers have in common. */
export const common = {
  area: 'files',
  access: 'key',
  generation: 'v1',
  scope: 'sandboxes:files',
  // With `resume`, up to API Gateway's timeout. Memory is billed during the wait.
  needs: { timeoutSeconds: 29, memoryMegabytes: 512 },
  errors: [...failures, ...admissionErrors],
} as const;

export const resume = z.object({ resume: Resume });

/** The bytes of a file or an archive. */
export const content = {
  status: 200,
  contentType: 'application/octet-stream',
  body: z.string().meta({ override: { type: 'string', format: 'binary' } }),
} as const;

/** For requests that name a path as text or as bytes. */
export const onePath = { error: 'Send either path or path_base64.', path: ['path'] };
export const isOne = ({ path, path_base64: bytes }: { path?: string | undefined; path_base64?: string | undefined }) =>
  (path === undefined) !== (bytes === undefined);

/** What the downloads of folders have in common. */
export const archive = {
  method: 'GET',
  query: z.object({ path: FilePath.optional(), path_base64: FilePathBase64.optional() }).refine(isOne, onePath),
  stream: true,
  needs: { timeoutSeconds: 120, memoryMegabytes: 512 },
  refusals: { custom: 'not exactly one of `path` and `path_base64` is sent' },
  success: content,
} as const;
