import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { workers } from '../../shared/contract/workers.ts';
import { METAFILE } from './bundles.ts';

const READER = 'shared/domain/sandboxes/specs/sandbox-specs.ts';

/** Fills a directory with stubs of functions, and of the console beside them, so that templates need no build. */
export function stubBundles(directory: string, { readSpecs }: { readonly readSpecs: readonly string[] }): string {
  const outputs = [...codedEndpoints, ...workers].map(({ id }) => {
    mkdirSync(join(directory, id), { recursive: true });
    writeFileSync(join(directory, id, 'index.mjs'), `export const handler = async () => '${id}';\n`);
    const inputs = readSpecs.includes(id) ? { [READER]: { bytesInOutput: 1 } } : {};
    return [`dist/${id}/index.mjs`, { bytes: 50, inputs }] as const;
  });
  stubSite(join(directory, 'console'));
  writeFileSync(join(directory, METAFILE), JSON.stringify({ outputs: Object.fromEntries(outputs) }));
  return directory;
}

/** Fills a directory with stubs of the console's files. */
export function stubSite(directory: string): string {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  for (const file of ['index.html', 'reference.html', 'shared.html', 'assets/index-0.js'])
    writeFileSync(join(directory, file), '');
  return directory;
}
