import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packClient, writeClientPackage } from './client-package.ts';

// npm run pack-client: the typed client as a file that `npm install` takes.
const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
try {
  writeClientPackage(folder);
  console.log(packClient(folder, process.cwd()));
} finally {
  rmSync(folder, { recursive: true });
}
