import * as z from 'zod';
import { Timestamp } from './fields.ts';
import { FileType } from './sandbox-files.ts';

const FileState = z
  .object({
    type: FileType.meta({ description: '`other`: a socket, a pipe or a device.' }),
    size: z.int().min(0).meta({ description: 'In bytes.' }),
    mode: z.string().meta({ description: 'The permissions in octal.', examples: ['0644'] }),
    modified_at: Timestamp,
  })
  .meta({ id: 'FileState' });

export const FileChange = z
  .object({
    path: z.string().meta({ description: 'The absolute path.' }),
    path_base64: z.string().nullable().meta({
      description: 'The path in base64url if it is not UTF-8. Otherwise null.',
    }),
    change: z.enum(['added', 'modified', 'deleted']).meta({
      description:
        '`modified`: its content or permissions differ. A file that was renamed is deleted and added, and so is a path with something of another type.',
    }),
    before: FileState.nullable().meta({ description: 'Null if it was added.' }),
    after: FileState.nullable().meta({ description: 'Null if it was deleted.' }),
  })
  .meta({ id: 'FileChange' });

export const FileChangePage = z
  .object({
    items: z.array(FileChange),
    next_page_id: z.string().nullable().meta({
      description: 'A page can have fewer changes than its limit, or none, while others follow. Null on the last one.',
    }),
  })
  .meta({ id: 'FileChangePage' });
