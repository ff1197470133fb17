import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from '../../infra/bundling/build.ts';
import { builtFunctions } from '../../infra/bundling/built-functions.ts';
import { type BuildAccount, bundlesOf, METAFILE } from '../../infra/bundling/bundles.ts';

/** Time limit for the build in milliseconds. The first one in a checkout is slow. */
export const BUILD_MS = 300_000;

/** The built functions. All tests share them, so no test can change them. */
export async function built(): Promise<Build> {
  const directory = await builtFunctions();
  const account: BuildAccount = JSON.parse(readFileSync(join(directory, METAFILE), 'utf8'));
  return { directory, bundles: bundlesOf(account) };
}
