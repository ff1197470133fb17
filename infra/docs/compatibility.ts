import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutClarified, withoutDeliberate } from './compatibility/accepted.ts';
import { documentChanges } from './compatibility/document-changes.ts';
import type { Described } from './compatibility/schema-changes.ts';

/** Compares the interface as it is with that of the last release. What would break a caller fails the check. */
const DOCS = join(import.meta.dirname, '../../docs');

const releases = (await readdir(join(DOCS, 'releases'))).filter((name) => /^openapi-.*\.json$/.test(name));
const last = releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
if (last === undefined) throw new Error('docs/releases holds no document of a release.');

const read = async (path: string): Promise<Described> => JSON.parse(await readFile(join(DOCS, path), 'utf8'));
const clarified = withoutClarified(documentChanges(await read(`releases/${last}`), await read('openapi.json')));
const { breaking, unneeded } = withoutDeliberate(clarified.breaking);
for (const change of breaking) console.error(change);
for (const { change } of clarified.unneeded) console.error(`clarified.ts explains a change that is none: ${change}`);
for (const { changes } of unneeded) console.error(`deliberate.ts explains a change that is none: ${changes}`);
if (clarified.unneeded.length + unneeded.length > 0) process.exitCode = 1;
if (breaking.length > 0) {
  console.error(
    `${breaking.length} changes would break callers of ${last}. Add what is new beside it, and deprecate what is old.`,
  );
  process.exitCode = 1;
}
