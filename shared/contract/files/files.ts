import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { failures } from '../shapes/agent-failures.ts';
import { PageId, SandboxId, Success } from '../shapes/fields.ts';
import {
  FileEntry,
  FilePath,
  FilePathBase64,
  FileTransfer,
  FileVersion,
  MAX_CONTENT_BYTES,
  MAX_TRANSFER_BYTES,
  MAX_TRANSFER_ENTRIES,
  PART_BYTES,
  Resume,
} from '../shapes/sandbox-files.ts';

const BASE = '/api/v1/sandboxes/{sandbox_id}/files' as const;

const params = z.object({ sandbox_id: SandboxId });
const transferParams = z.object({
  sandbox_id: SandboxId,
  transfer_id: z.string().regex(/^[0-9a-f]{32}$/, { error: 'Must be 32 hex characters.' }),
});

const resumeErrors = ['concurrency_limit_exceeded', 'quota_exceeded', 'usage_not_settled'] as const;

const common = {
  area: 'files',
  access: 'key',
  generation: 'v1',
  scope: 'sandboxes:files',
  // With `resume`, up to API Gateway's timeout. Memory is billed during the wait.
  needs: { timeoutSeconds: 29, memoryMegabytes: 512 },
  errors: [...failures, ...resumeErrors],
} as const;

const resume = z.object({ resume: Resume });
const place = z.object({ path: FilePath.optional(), path_base64: FilePathBase64.optional(), resume: Resume });
const onePath = { error: 'Send either path or path_base64.', path: ['path'] };
const isOne = ({ path, path_base64: bytes }: { path?: string | undefined; path_base64?: string | undefined }) =>
  (path === undefined) !== (bytes === undefined);
const pathRefusal = { custom: 'not exactly one of `path` and `path_base64` is sent' } as const;

/** From 1 to 1,000, as directories can have many entries. */
const entries = z
  .string()
  .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'Must be a whole number.' })
  .transform(Number)
  .pipe(z.number().min(1).max(1_000))
  .default(500)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 1_000, default: 500 } });

export const listSandboxFiles = defineEndpoint(() => ({
  ...common,
  id: 'list-sandbox-files',
  method: 'GET',
  path: BASE,
  summary: 'List a directory of a sandbox',
  description:
    'Returns the entries of a directory in the order of the bytes of their names, hidden ones included, and the `entry` of the path itself. A symbolic link is described, not followed, unless it leads to a directory. Any other path has no items.',
  params,
  query: place
    .extend({ page_id: PageId.optional(), limit: entries })
    .refine(({ path, path_base64: bytes }) => path === undefined || bytes === undefined, onePath)
    .meta({ description: 'Without a path, the working directory.' }),
  refusals: { custom: 'both `path` and `path_base64` are sent' },
  success: {
    status: 200,
    body: z
      .object({ entry: FileEntry, items: z.array(FileEntry), next_page_id: z.string().nullable() })
      .meta({ id: 'FilePage' }),
  },
}));

export const readSandboxFile = defineEndpoint(() => ({
  ...common,
  id: 'read-sandbox-file',
  method: 'GET',
  path: `${BASE}/content`,
  summary: 'Download a file from a sandbox',
  description: `Streams the bytes of a file. Follows symbolic links. A response has at most ${MAX_CONTENT_BYTES} bytes: read larger files with \`Range\`; for parts of one version, send its \`ETag\` as \`If-Match\`.`,
  params,
  query: place.refine(isOne, onePath),
  stream: true,
  ranges: true,
  conditional: true,
  needs: { timeoutSeconds: 120, memoryMegabytes: 512 },
  refusals: pathRefusal,
  success: {
    status: 200,
    contentType: 'application/octet-stream',
    body: z.string().meta({ override: { type: 'string', format: 'binary' } }),
  },
  errors: [...common.errors, 'payload_too_large', 'range_not_satisfiable'],
}));

export const writeSandboxFile = defineEndpoint(() => ({
  ...common,
  id: 'write-sandbox-file',
  method: 'PUT',
  path: `${BASE}/content`,
  summary: 'Save a file in a sandbox',
  description:
    'Creates or replaces a file as a whole: readers see the old or the new content. Creates missing directories, and keeps the permissions of a file that it replaces. Writes through a symbolic link to the file that it names. For larger files, create a transfer.',
  params,
  query: place.refine(isOne, onePath),
  bodyFormat: 'bytes',
  maxBodyBytes: PART_BYTES,
  conditional: true,
  body: z.instanceof(Uint8Array).meta({ override: { type: 'string', format: 'binary' } }),
  refusals: pathRefusal,
  success: { status: 200, body: FileVersion },
}));

export const deleteSandboxFile = defineEndpoint(() => ({
  ...common,
  id: 'delete-sandbox-file',
  method: 'DELETE',
  path: BASE,
  summary: 'Delete a file or directory of a sandbox',
  description:
    'Deletes a symbolic link itself, not what it leads to. The root, the disk and the working directory cannot be deleted.',
  params,
  query: place
    .extend({
      recursive: Resume.meta({ description: 'Also deletes a directory that is not empty, with all that it contains.' }),
    })
    .refine(isOne, onePath),
  refusals: pathRefusal,
  success: { status: 200, body: Success },
}));

export const moveSandboxFile = defineEndpoint(() => ({
  ...common,
  id: 'move-sandbox-file',
  method: 'POST',
  path: `${BASE}/move`,
  summary: 'Move or rename a file or directory in a sandbox',
  description:
    'Moves a symbolic link itself, not what it leads to. Creates missing directories of the new path, which names the file itself, never the directory to move it into.',
  params,
  query: resume,
  body: z
    .object({
      from: FilePath.optional(),
      from_base64: FilePathBase64.optional(),
      to: FilePath,
      overwrite: z.boolean().default(false).meta({
        description: 'Replaces a file at the new path. A directory is only replaced if it is empty.',
      }),
    })
    .refine(({ from, from_base64: bytes }) => (from === undefined) !== (bytes === undefined), {
      error: 'Send either from or from_base64.',
      path: ['from'],
    })
    .meta({ id: 'MoveFileRequest' }),
  refusals: { custom: 'not exactly one of `from` and `from_base64` is sent' },
  success: { status: 200, body: Success },
}));

export const createSandboxDirectory = defineEndpoint(() => ({
  ...common,
  id: 'create-sandbox-directory',
  method: 'POST',
  path: `${BASE}/directories`,
  summary: 'Create a directory in a sandbox',
  description: 'Creates missing parents too. A directory that exists stays as it is.',
  params,
  query: resume,
  body: z.object({ path: FilePath }).meta({ id: 'CreateDirectoryRequest' }),
  success: { status: 200, body: Success },
}));

export const createFileTransfer = defineEndpoint(() => ({
  ...common,
  id: 'create-file-transfer',
  method: 'POST',
  path: `${BASE}/transfers`,
  summary: 'Create a transfer of a large file or a folder',
  description: `An upload takes the file, or a folder as a tar archive (with or without gzip), in parts of ${PART_BYTES} bytes, in any order and several at a time. Complete it when all parts have arrived. A download packs a folder into a tar.gz archive; read it at \`content_path\` when the status is \`done\`. A file or archive has at most ${MAX_TRANSFER_BYTES} bytes, and a folder ${MAX_TRANSFER_ENTRIES.toLocaleString('en')} entries. A transfer is deleted a day after its last step; delete it when it is no longer needed, as it takes space on the disk.`,
  params,
  query: resume,
  body: z
    .object({
      direction: z.enum(['upload', 'download']),
      kind: z.enum(['file', 'folder']),
      path: FilePath.optional(),
      path_base64: FilePathBase64.optional(),
      size: z.int().min(0).max(MAX_TRANSFER_BYTES).optional().meta({
        description: 'The bytes of the upload. Required for uploads.',
      }),
      mode: z
        .string()
        .regex(/^0?[0-7]{3}$/, { error: 'Must be three octal digits, such as 644.' })
        .optional()
        .meta({ description: 'The permissions of an uploaded file in octal. Default: those of the file it replaces.' }),
      modified_at: z.iso.datetime().optional().meta({
        description: 'When the uploaded file was last changed. Default: now.',
      }),
      overwrite: z.boolean().default(true).meta({
        description:
          'Whether an upload replaces a file, or adds to a folder, that exists. Files of the folder that the archive does not have stay.',
      }),
    })
    .refine(isOne, onePath)
    .refine(({ direction, size }) => direction === 'download' || size !== undefined, {
      error: 'An upload needs its size.',
      path: ['size'],
    })
    .meta({ id: 'CreateTransferRequest' }),
  refusals: { custom: 'not exactly one of `path` and `path_base64` is sent, or an upload has no `size`' },
  success: { status: 201, location: `${BASE}/transfers/{id}`, body: FileTransfer },
  errors: [...common.errors, 'payload_too_large'],
}));

export const getFileTransfer = defineEndpoint(() => ({
  ...common,
  id: 'get-file-transfer',
  method: 'GET',
  path: `${BASE}/transfers/{transfer_id}`,
  summary: 'Get a transfer',
  params: transferParams,
  query: resume,
  success: { status: 200, body: FileTransfer },
}));

export const writeTransferPart = defineEndpoint(() => ({
  ...common,
  id: 'write-transfer-part',
  method: 'PUT',
  path: `${BASE}/transfers/{transfer_id}/parts/{number}`,
  summary: 'Upload a part of a transfer',
  description: `Part 0 has the first ${PART_BYTES} bytes, part 1 the next, and so on. Sending a part again replaces it.`,
  params: transferParams.extend({
    number: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,3})$/, { error: 'Must be a whole number from 0 to 9999.' })
      .transform(Number)
      .meta({ override: { type: 'integer', minimum: 0, maximum: 9_999 } }),
  }),
  query: resume,
  bodyFormat: 'bytes',
  maxBodyBytes: PART_BYTES,
  body: z.instanceof(Uint8Array).meta({ override: { type: 'string', format: 'binary' } }),
  success: { status: 200, body: Success },
}));

export const completeFileTransfer = defineEndpoint(() => ({
  ...common,
  id: 'complete-file-transfer',
  method: 'POST',
  path: `${BASE}/transfers/{transfer_id}/complete`,
  summary: 'Complete an upload',
  description:
    'Puts the upload in place: replaces the file as a whole, or unpacks the folder. Waits for up to 10 seconds; after that, get the transfer until its status is `done` or `failed`. Completing a transfer again has no effect.',
  params: transferParams,
  query: resume,
  success: { status: 200, body: FileTransfer },
}));

export const deleteFileTransfer = defineEndpoint(() => ({
  ...common,
  id: 'delete-file-transfer',
  method: 'DELETE',
  path: `${BASE}/transfers/{transfer_id}`,
  summary: 'Delete a transfer',
  description: 'Frees the space that it takes on the disk. The files of a completed upload stay.',
  params: transferParams,
  query: resume,
  success: { status: 200, body: Success },
}));
