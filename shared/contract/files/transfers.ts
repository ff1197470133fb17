import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { SandboxId, Success } from '../shapes/fields.ts';
import { BASE, common, isOne, onePath, params, resume } from '../shapes/file-endpoints.ts';
import {
  FilePath,
  FilePathBase64,
  FileTransfer,
  MAX_TRANSFER_BYTES,
  MAX_TRANSFER_ENTRIES,
  PART_BYTES,
} from '../shapes/sandbox-files.ts';

const transferParams = z.object({
  sandbox_id: SandboxId,
  transfer_id: z.string().regex(/^[0-9a-f]{32}$/, { error: 'Must be 32 hex characters.' }),
});

const transfers = { ...common, tag: 'transfers' } as const;

export const createFileTransfer = defineEndpoint(() => ({
  ...transfers,
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
  ...transfers,
  id: 'get-file-transfer',
  method: 'GET',
  path: `${BASE}/transfers/{transfer_id}`,
  summary: 'Get a transfer',
  params: transferParams,
  query: resume,
  success: { status: 200, body: FileTransfer },
}));

export const writeTransferPart = defineEndpoint(() => ({
  ...transfers,
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
  ...transfers,
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
  ...transfers,
  id: 'delete-file-transfer',
  method: 'DELETE',
  path: `${BASE}/transfers/{transfer_id}`,
  summary: 'Delete a transfer',
  description: 'Frees the space that it takes on the disk. The files of a completed upload stay.',
  params: transferParams,
  query: resume,
  success: { status: 200, body: Success },
}));
