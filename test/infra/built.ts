import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from '../../infra/bundling/build.ts';
import { builtFunctions } from '../../infra/bundling/built-functions.ts';
import { type BuildAccount, bundlesOf, METAFILE } from '../../infra/bundling/bundles.ts';

/** How long a test may wait for it, as the first build of a checkout takes its time. */
export const BUILD_MS = 300_000;

/** The functions as they are now. All tests use the same build, so no test may change it. */
export async function built(): Promise<Build> {
  const directory = await builtFunctions();
  const account: BuildAccount = JSON.parse(readFileSync(join(directory, METAFILE), 'utf8'));
  return { directory, bundles: bundlesOf(account) };
}
