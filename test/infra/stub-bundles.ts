import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { METAFILE } from '../../infra/bundling/bundles.ts';
import { workers } from '../../infra/workers.ts';
import { codedEndpoints } from '../../shared/contract/index.ts';

const READER = 'shared/sandbox-specs/sandbox-specs.ts';

/** Fills a directory as the build does, with one line instead of each function, so that tests of templates need no build. These functions read the specs. */
export function stubBundles(directory: string, { readSpecs }: { readonly readSpecs: readonly string[] }): string {
  const outputs = [...codedEndpoints, ...workers].map(({ id }) => {
    mkdirSync(join(directory, id), { recursive: true });
    writeFileSync(join(directory, id, 'index.mjs'), `export const handler = async () => '${id}';\n`);
    const inputs = readSpecs.includes(id) ? { [READER]: { bytesInOutput: 1 } } : {};
    return [`dist/${id}/index.mjs`, { bytes: 50, inputs }] as const;
  });
  writeFileSync(join(directory, METAFILE), JSON.stringify({ outputs: Object.fromEntries(outputs) }));
  return directory;
}
