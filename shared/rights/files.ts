import { deriveKeys, reachSandbox, readFiles, readSandbox, readSnapshotFiles } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

export const filesRights = {
  'list-sandbox-files': readFiles,
  'read-sandbox-file': readFiles,
  // Resumes no sandbox: it reads what is saved.
  'download-sandbox-folder': rights(readSandbox, deriveKeys, { disks: ['read-saved'] }),
  'list-snapshot-files': readSnapshotFiles,
  'read-snapshot-file': readSnapshotFiles,
  'download-snapshot-folder': readSnapshotFiles,
  'list-snapshot-changes': rights(readSnapshotFiles, { disks: ['compare-saved'] }),
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
