import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METAFILE } from '../../infra/bundling/bundles.ts';
import { workers } from '../../infra/workers.ts';
import { endpoints } from '../../shared/contract/index.ts';

const READER = 'shared/sandbox-specs/sandbox-specs.ts';

/** A directory as the build leaves it, with one line instead of each function, so that tests of templates need no build. These functions read the specs. */
export function stubBundles({ readSpecs }: { readonly readSpecs: readonly string[] }): string {
  const directory = mkdtempSync(join(tmpdir(), 'bundles-'));
  const outputs = [...endpoints, ...workers].map(({ id }) => {
    mkdirSync(join(directory, id));
    writeFileSync(join(directory, id, 'index.mjs'), `export const handler = async () => '${id}';\n`);
    const inputs = readSpecs.includes(id) ? { [READER]: { bytesInOutput: 1 } } : {};
    return [`dist/${id}/index.mjs`, { bytes: 50, inputs }] as const;
  });
  writeFileSync(join(directory, METAFILE), JSON.stringify({ outputs: Object.fromEntries(outputs) }));
  return directory;
}
