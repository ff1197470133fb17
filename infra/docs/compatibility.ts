import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentChanges } from './compatibility/document-changes.ts';
import type { Described } from './compatibility/schema-changes.ts';

/** Compares the interface as it is with that of the last release. What would break a caller fails the check. */
const DOCS = join(import.meta.dirname, '../../docs');

const releases = (await readdir(join(DOCS, 'releases'))).filter((name) => /^openapi-.*\.json$/.test(name));
const last = releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
if (last === undefined) throw new Error('docs/releases holds no document of a release.');

const read = async (path: string): Promise<Described> => JSON.parse(await readFile(join(DOCS, path), 'utf8'));
const breaking = documentChanges(await read(`releases/${last}`), await read('openapi.json'));
for (const change of breaking) console.error(change);
if (breaking.length > 0) {
  console.error(
    `${breaking.length} changes would break callers of ${last}. Add what is new beside it, and deprecate what is old.`,
  );
  process.exitCode = 1;
}
