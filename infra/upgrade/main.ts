import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusals } from './refusals.ts';
import { synthesizedDigest } from './synthesized.ts';

/** Compares the templates with those of the last release. What CloudFormation would refuse fails the check. */
const releases = join(import.meta.dirname, '../../docs/releases');

const digests = (await readdir(releases)).filter((name) => /^templates-.*\.json$/.test(name));
const last = digests.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
if (last === undefined) throw new Error('docs/releases contains no templates.');

const found = refusals(JSON.parse(await readFile(join(releases, last), 'utf8')), synthesizedDigest());
for (const refusal of found) console.error(refusal);
if (found.length > 0) {
  console.error(
    `${found.length} changes would make an upgrade from ${last} fail or lose data (docs/deploy.md#upgrade).`,
  );
  process.exitCode = 1;
}
