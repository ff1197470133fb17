import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptedChanges } from './compatibility/accepted-changes.ts';
import { documentChanges } from './compatibility/document-changes.ts';
import type { Described } from './compatibility/schema-changes.ts';

/** Compares the API with that of the last release. Breaking changes fail the check. */
const DOCS = join(import.meta.dirname, '../../docs');

const releases = (await readdir(join(DOCS, 'releases'))).filter((name) => /^openapi-.*\.json$/.test(name));
const last = releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
if (last === undefined) throw new Error('docs/releases contains no release.');

const read = async (path: string): Promise<Described> => JSON.parse(await readFile(join(DOCS, path), 'utf8'));
const changes = documentChanges(await read(`releases/${last}`), await read('openapi.json'));
const breaking = changes.filter((change) => !acceptedChanges.has(change));
for (const change of breaking) console.error(change);
if (breaking.length > 0) {
  console.error(
    `${breaking.length} changes would break clients of ${last}. Add the new form, and deprecate the old one.`,
  );
  process.exitCode = 1;
}
