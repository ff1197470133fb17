import { reachSandbox, readFiles } from './groups.ts';
import type { AreaRights } from './statement.ts';

export const filesRights = {
  'list-sandbox-files': readFiles,
  'read-sandbox-file': readFiles,
  'write-sandbox-file': reachSandbox,
  'delete-sandbox-file': reachSandbox,
  'move-sandbox-file': reachSandbox,
  'create-sandbox-directory': reachSandbox,
  'create-file-transfer': reachSandbox,
  'get-file-transfer': reachSandbox,
  'write-transfer-part': reachSandbox,
  'complete-file-transfer': reachSandbox,
  'delete-file-transfer': reachSandbox,
} satisfies AreaRights<'files'>;
