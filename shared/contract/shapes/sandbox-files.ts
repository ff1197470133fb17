import * as z from 'zod';
import { QueryBoolean, Timestamp } from './fields.ts';

/** The bytes of a part of an upload. API Gateway encodes them in Base64, and Lambda takes 6 MB. */
export const PART_BYTES = 4 * 1024 * 1024;

/** The largest file or archive that can be transferred, in bytes. */
export const MAX_TRANSFER_BYTES = 2 * 1024 * 1024 * 1024;

/** The most files and directories of a folder that can be transferred. */
export const MAX_TRANSFER_ENTRIES = 200_000;

/** The most bytes of a file in one response. */
export const MAX_CONTENT_BYTES = 64 * 1024 * 1024;

/** The most that the files of a folder of a snapshot have in one archive, in bytes before they are packed. */
export const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;

/** The most files and directories in such an archive. */
export const MAX_ARCHIVE_ENTRIES = 20_000;

const MAX_PATH_BYTES = 4_095;
const MAX_NAME_BYTES = 255;

/** From 1 to 1,000, as directories can have many entries. */
export const entries = z
  .string()
  .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'Must be a whole number.' })
  .transform(Number)
  .pipe(z.number().min(1).max(1_000))
  .default(500)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 1_000, default: 500 } });

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const about =
  'An absolute path in the sandbox, or one relative to the working directory of its spec. `.` and `..` are resolved by text.';

/** A path in a sandbox. */
export const FilePath = z
  .string()
  .min(1)
  .max(MAX_PATH_BYTES)
  .refine((text) => !text.includes('\0'), { error: 'A path cannot contain the NUL character.' })
  .refine((text) => text.isWellFormed(), { error: 'Must be valid Unicode, without half of a surrogate pair.' })
  .refine((text) => bytesOf(text) <= MAX_PATH_BYTES, { error: `Must have at most ${MAX_PATH_BYTES} bytes.` })
  .refine((text) => text.split('/').every((name) => bytesOf(name) <= MAX_NAME_BYTES), {
    error: `A name in a path can have at most ${MAX_NAME_BYTES} bytes.`,
  })
  .meta({ pattern: '^[^\\u0000]*$', description: about });

/** Four characters for three bytes; without padding, the last two or three for fewer. */
const BASE64URL = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;

/** A path that is not UTF-8. */
export const FilePathBase64 = z
  .string()
  .min(1)
  .max(Math.ceil(MAX_PATH_BYTES / 3) * 4)
  .regex(BASE64URL, { error: 'Must be base64url (RFC 4648), without padding.' })
  .refine((text) => !BASE64URL.test(text) || !atob(text.replaceAll('-', '+').replaceAll('_', '/')).includes('\0'), {
    error: 'A path cannot contain the NUL character.',
  })
  .meta({ description: 'The path in base64url, for names that are not UTF-8. Send it instead of the path.' });

/** Whether to wake the sandbox first. */
export const Resume = QueryBoolean.default(false).meta({
  description: 'Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds.',
});

export const FileType = z.enum(['file', 'directory', 'symlink', 'other']);

export const FileEntry = z
  .object({
    name: z.string(),
    path: z.string().meta({ description: 'The absolute path.' }),
    path_base64: z.string().nullable().meta({
      description:
        'The path in base64url if it is not UTF-8; then `name` and `path` have U+FFFD in place of the other bytes. Otherwise null.',
    }),
    type: FileType.meta({ description: '`other`: a socket, a pipe or a device.' }),
    size: z.int().min(0).meta({ description: 'In bytes.' }),
    mode: z.string().meta({ description: 'The permissions in octal.', examples: ['0644'] }),
    modified_at: Timestamp,
    target: z.string().nullable().meta({ description: 'What the symbolic link contains. Null for anything else.' }),
    target_type: FileType.nullable().meta({
      description: 'What the symbolic link leads to. Null without a link, or if the link is broken.',
    }),
  })
  .meta({ id: 'FileEntry' });

const FileSource = z.enum(['sandbox', 'snapshot']).meta({
  description:
    '`sandbox`: read from the running sandbox. `snapshot`: from a snapshot, also where a sandbox is paused or in `ERROR` and this is its workspace as it was saved.',
});

export const FilePage = z
  .object({
    entry: FileEntry,
    items: z.array(FileEntry),
    next_page_id: z.string().nullable(),
    source: FileSource,
  })
  .meta({ id: 'FilePage' });

export const FileVersion = z
  .object({
    path: z.string().meta({ description: 'The absolute path of the written file, without symbolic links.' }),
    size: z.int().min(0),
    etag: z
      .string()
      .nullable()
      .meta({ description: 'The version that was written, for `If-Match` of the next write.' }),
  })
  .meta({ id: 'FileVersion' });

const TransferStatus = z.enum(['open', 'working', 'done', 'failed']);

export const FileTransfer = z
  .object({
    id: z.string(),
    direction: z.enum(['upload', 'download']),
    kind: z.enum(['file', 'folder']),
    path: z.string().meta({ description: 'The absolute path of the file or folder in the sandbox.' }),
    status: TransferStatus.meta({
      description:
        '`open`: takes parts. `working`: the sandbox packs, or puts the upload in place. `done`: an upload is in place; the archive of a download can be read at `content_path`.',
    }),
    size: z.int().min(0).nullable().meta({
      description: 'The bytes of the upload, or of the archive once it is packed. Null before.',
    }),
    part_size: z.int().meta({ description: 'The bytes of each part of an upload. Only the last part can be shorter.' }),
    received_parts: z.array(z.int()).meta({ description: 'The numbers of the parts that have arrived, in order.' }),
    content_path: z.string().nullable().meta({
      description:
        'The path of the content of a download that is done, for the endpoint that reads a file. Null otherwise.',
    }),
    detail: z.string().nullable().meta({ description: 'Why the transfer failed. Null if it did not.' }),
  })
  .meta({ id: 'FileTransfer' });
export type FileTransfer = z.infer<typeof FileTransfer>;
