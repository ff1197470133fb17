import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Exception, judgeAudit } from './advisories.ts';
import { lockfileFaults } from './lockfile.ts';

/**
 * Checks what npm installs: the lock file, and known weaknesses of packages. `--required` also fails where the registry
 * has no advisories, as before a release.
 */
const root = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const exceptions = z.array(Exception).parse(read('infra/supply-chain/accepted-advisories.json'));
const faults = [
  ...lockfileFaults(read('package.json'), read('package-lock.json'), { console: read('console/package.json') }),
];

// npm ends with 1 when it finds a weakness, and prints the report all the same.
const npm = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
if (npm.error) throw npm.error;
const audit = judgeAudit(JSON.parse(npm.stdout), exceptions, new Date());
if (audit.kind === 'judged') faults.push(...audit.faults);
else {
  const sentence = `The registry of this machine has no advisories (status ${audit.status}): known weaknesses were not looked for.`;
  if (process.argv.includes('--required')) faults.push(sentence);
  else console.warn(sentence);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
if (faults.length === 0 && audit.kind === 'judged')
  console.log('No package has a weakness that is known and not accepted.');
