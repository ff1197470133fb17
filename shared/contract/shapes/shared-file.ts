import * as z from 'zod';
import { FilePath } from './sandbox-files.ts';

/** The most files of a public link. */
const MAX_SHARED_FILES = 20;

/** The largest file of a public link, in bytes: with its other attributes, it fits into a row of DynamoDB. */
export const MAX_SHARED_FILE_BYTES = 256 * 1024;

export const SharedFileId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: 'Must be the ID of a shared file.' })
  .meta({ description: 'The `id` of a shared file, without hyphens.' });

/** A file of a public link. */
export const SharedFile = z
  .object({
    id: SharedFileId,
    path: z.string().meta({ description: 'Its path in the sandbox.' }),
    size_bytes: z.int().meta({ description: 'Its size when it was chosen, before secrets were masked.' }),
  })
  .meta({ id: 'SharedFile' });

/** A file of a public link with its content. */
export const SharedFileContent = SharedFile.extend({
  encoding: z.enum(['utf-8', 'base64']).meta({ description: '`base64` if the file is no UTF-8 text.' }),
  content: z.string().meta({ description: 'A text with known forms of secrets masked, or the bytes in Base64.' }),
}).meta({ id: 'SharedFileContent' });

export const SharedFilesUpdate = z
  .object({
    paths: z.array(FilePath).max(MAX_SHARED_FILES).meta({
      description:
        'All files that visitors can read, at most 256 KiB each. They are copied now: later changes need another request. An empty list removes all of them.',
    }),
  })
  .meta({ id: 'SharedFilesUpdate' });
