import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { failures } from '../shapes/agent-failures.ts';
import { PageId, QueryBoolean, Success } from '../shapes/fields.ts';
import { archive, BASE, common, content, isOne, onePath, params, resume } from '../shapes/file-endpoints.ts';
import {
  entries,
  FilePage,
  FilePath,
  FilePathBase64,
  FileVersion,
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_CONTENT_BYTES,
  PART_BYTES,
  Resume,
} from '../shapes/sandbox-files.ts';

const place = z.object({ path: FilePath.optional(), path_base64: FilePathBase64.optional(), resume: Resume });
const pathRefusal = { custom: 'not exactly one of `path` and `path_base64` is sent' } as const;

export const listSandboxFiles = defineEndpoint(() => ({
  ...common,
  id: 'list-sandbox-files',
  method: 'GET',
  path: BASE,
  summary: 'List a directory of a sandbox',
  description:
    'Returns the entries of a directory in the order of the bytes of their names, hidden ones included, and the `entry` of the path itself. A symbolic link is described, not followed, unless it leads to a directory. Any other path has no items. The files of a paused sandbox are read from its saved workspace, without resuming it: only the disk is kept.',
  params,
  query: place
    .extend({ page_id: PageId.optional(), limit: entries })
    .refine(({ path, path_base64: bytes }) => path === undefined || bytes === undefined, onePath)
    .meta({ description: 'Without a path, the working directory.' }),
  refusals: { custom: 'both `path` and `path_base64` are sent' },
  success: {
    status: 200,
    body: FilePage,
  },
}));

export const readSandboxFile = defineEndpoint(() => ({
  ...common,
  id: 'read-sandbox-file',
  method: 'GET',
  path: `${BASE}/content`,
  summary: 'Download a file from a sandbox',
  description: `Streams the bytes of a file. Follows symbolic links. A response has at most ${MAX_CONTENT_BYTES} bytes: read larger files with \`Range\`; for parts of one version, send its \`ETag\` as \`If-Match\`. A file of a paused sandbox is read from its saved workspace, without resuming it. The header \`X-File-Source\` says which: \`sandbox\` or \`snapshot\`.`,
  params,
  query: place.refine(isOne, onePath),
  stream: true,
  ranges: true,
  conditional: true,
  needs: { timeoutSeconds: 120, memoryMegabytes: 512 },
  refusals: pathRefusal,
  success: content,
  errors: [...common.errors, 'payload_too_large', 'range_not_satisfiable'],
}));

export const downloadSandboxFolder = defineEndpoint(() => ({
  ...common,
  ...archive,
  id: 'download-sandbox-folder',
  path: `${BASE}/archive`,
  summary: 'Download a folder from a sandbox',
  description: `Streams a tar.gz archive of a folder. A running sandbox packs it, and the archive has at most ${MAX_CONTENT_BYTES} bytes: create a transfer for a larger one. For a paused sandbox, it is read from the saved workspace without resuming the sandbox, and has at most ${MAX_ARCHIVE_BYTES} bytes before it is packed and ${MAX_ARCHIVE_ENTRIES} files and directories. \`X-File-Source\` says which. If the connection breaks, the archive is incomplete.`,
  params,
  errors: [...failures, 'payload_too_large'],
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
      recursive: QueryBoolean.default(false).meta({
        description: 'Also deletes a directory that is not empty, with all that it contains.',
      }),
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
