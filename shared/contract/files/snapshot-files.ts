import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { PageId } from '../shapes/fields.ts';
import { archive, content, isOne, onePath } from '../shapes/file-endpoints.ts';
import {
  entries,
  FilePage,
  FilePath,
  FilePathBase64,
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_CONTENT_BYTES,
} from '../shapes/sandbox-files.ts';
import { FileChangePage } from '../shapes/snapshot-files.ts';
import { SnapshotId } from '../shapes/snapshot-info.ts';

const SNAPSHOT = '/api/v1/snapshots/{snapshot_id}' as const;
const BASE = `${SNAPSHOT}/files` as const;
const params = z.object({ snapshot_id: SnapshotId });
const place = z.object({ path: FilePath.optional(), path_base64: FilePathBase64.optional() });

const common = {
  area: 'files',
  tag: 'snapshot-files',
  access: 'key',
  generation: 'v1',
  scope: 'sandboxes:files',
  needs: { timeoutSeconds: 29, memoryMegabytes: 512 },
  errors: ['not_found', 'conflict', 'bad_gateway', 'unavailable', 'gateway_timeout'],
} as const;

export const listSnapshotFiles = defineEndpoint(() => ({
  ...common,
  id: 'list-snapshot-files',
  method: 'GET',
  path: BASE,
  summary: 'List a directory of a snapshot',
  description:
    'Lists the entries of a directory as for a sandbox, ordered by the bytes of their names, and the `entry` of the path itself. Fails with 409 unless the snapshot is READY.',
  params,
  query: place
    .extend({ page_id: PageId.optional(), limit: entries })
    .refine(({ path, path_base64: bytes }) => path === undefined || bytes === undefined, onePath)
    .meta({ description: 'Without a path, the working directory.' }),
  refusals: { custom: 'both `path` and `path_base64` are sent' },
  success: { status: 200, body: FilePage },
}));

export const readSnapshotFile = defineEndpoint(() => ({
  ...common,
  id: 'read-snapshot-file',
  method: 'GET',
  path: `${BASE}/content`,
  summary: 'Download a file from a snapshot',
  description: `Streams the bytes of a file. Follows symbolic links. A response has at most ${MAX_CONTENT_BYTES} bytes: read larger files with \`Range\`.`,
  params,
  query: place.refine(isOne, onePath),
  stream: true,
  ranges: true,
  conditional: true,
  needs: { timeoutSeconds: 120, memoryMegabytes: 512 },
  refusals: { custom: 'not exactly one of `path` and `path_base64` is sent' },
  success: content,
  errors: [...common.errors, 'precondition_failed', 'payload_too_large', 'range_not_satisfiable'],
}));

export const downloadSnapshotFolder = defineEndpoint(() => ({
  ...common,
  ...archive,
  id: 'download-snapshot-folder',
  path: `${BASE}/archive`,
  summary: 'Download a folder from a snapshot',
  description: `Streams a tar.gz archive of a folder with at most ${MAX_ARCHIVE_BYTES} bytes before it is packed, and ${MAX_ARCHIVE_ENTRIES} files and directories. A larger folder is a 413. If the connection breaks, the archive is incomplete.`,
  params,
  errors: [...common.errors, 'payload_too_large'],
}));

export const listSnapshotChanges = defineEndpoint(() => ({
  ...common,
  id: 'list-snapshot-changes',
  method: 'GET',
  path: `${SNAPSHOT}/changes`,
  summary: 'List what changed between two snapshots',
  description:
    'Lists the files, directories and links that differ between this snapshot and the one in `since`, ordered by path. A directory that was added or deleted is followed by all that it contains. Files of the same size are compared by their content up to 1 MiB, and larger ones by their time. Usually both are snapshots of one sandbox; any two of yours can be compared.',
  params,
  names: { since: 'snapshot' },
  query: z.object({
    since: SnapshotId.meta({ description: 'The snapshot to compare with, which is usually the earlier one.' }),
    page_id: PageId.optional(),
    limit: entries,
  }),
  success: { status: 200, body: FileChangePage },
}));
