import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Exception, judgeAudit } from './advisories.ts';
import { lockfileFaults } from './lockfile.ts';

/**
 * Checks the lock file and the known vulnerabilities of packages. `--required`, as for a release, also fails if the
 * registry has no advisories.
 */
const root = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const exceptions = z.array(Exception).parse(read('infra/supply-chain/accepted-advisories.json'));
const faults = [
  ...lockfileFaults(read('package.json'), read('package-lock.json'), { console: read('console/package.json') }),
];

// npm exits with 1 when it finds a vulnerability, but still prints the report.
const npm = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
if (npm.error) throw npm.error;
const audit = judgeAudit(JSON.parse(npm.stdout), exceptions, new Date());
if (audit.kind === 'judged') faults.push(...audit.faults);
else {
  const sentence = `The registry of this machine has no advisories (status ${audit.status}). Known vulnerabilities were not checked.`;
  if (process.argv.includes('--required')) faults.push(sentence);
  else console.warn(sentence);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
if (faults.length === 0 && audit.kind === 'judged')
  console.log('No package has a known vulnerability without an exception.');
