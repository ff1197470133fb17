import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../support/service/local-service.ts';

const run = promisify(execFile);

const NAME = '@openhands/agent-canvas';
const VERSION = '1.20.0';
/** The hash of the published package, whose code runs in the browser of the tests. */
const SHA_512 = 'uq28bmdMapsDN0ltp5ZHYm9xfuk7cHktNkd0NY38w/UTq25wJTqSKSPya+2+ky0+HpGX2vmn0uF3mHuNCoOb2w==';

const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache');
const KEPT = join(CACHE, `agent-canvas-${VERSION}`);

export type Bundle = { readonly directory: string } | { readonly missing: string };

/**
 * The built web client, downloaded once from the configured npm registry. As a dependency it would install hundreds of
 * packages that the built bundle does not need.
 *
 * @throws when the hash of the downloaded package differs
 */
export async function canvasBundle(): Promise<Bundle> {
  const directory = join(KEPT, 'package', 'build');
  if (existsSync(join(directory, 'index.html'))) return { directory };
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'agent-canvas-'));
  try {
    const archive = await fetched(scratch);
    if (archive === undefined) return { missing: `npm cannot fetch ${NAME}@${VERSION} on this machine` };
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (hash !== SHA_512) throw new Error(`${NAME}@${VERSION} has the SHA-512 hash ${hash} instead of ${SHA_512}.`);
    await run('tar', ['-xzf', archive, '-C', scratch, 'package/build']);
    await rm(archive);
    // Another worker can have created the folder first.
    await rename(scratch, KEPT).catch(() => undefined);
    return { directory };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The path of the downloaded package, or undefined without access to the registry. */
async function fetched(into: string): Promise<string | undefined> {
  const args = ['pack', `${NAME}@${VERSION}`, '--pack-destination', into, '--silent', '--ignore-scripts'];
  try {
    const { stdout } = await run('npm', args, { cwd: into, timeout: 90_000 });
    return join(into, stdout.trim());
  } catch {
    return undefined;
  }
}
