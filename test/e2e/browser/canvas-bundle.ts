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
/** As the registry published it. What is fetched runs in a browser, so it has to be these bytes. */
const SHA_512 = 'uq28bmdMapsDN0ltp5ZHYm9xfuk7cHktNkd0NY38w/UTq25wJTqSKSPya+2+ky0+HpGX2vmn0uF3mHuNCoOb2w==';

const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache');
const KEPT = join(CACHE, `agent-canvas-${VERSION}`);

export type Bundle = { readonly directory: string } | { readonly missing: string };

/**
 * The built web client, fetched once from the registry of npm's settings. It is no dependency of this package, as it
 * would bring hundreds of others along, of which the built bundle needs none.
 *
 * @throws when the registry sends other bytes than the published ones
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
    if (hash !== SHA_512) throw new Error(`${NAME}@${VERSION} has the SHA-512 ${hash}, and not ${SHA_512}`);
    await run('tar', ['-xzf', archive, '-C', scratch, 'package/build']);
    await rm(archive);
    // Another worker may have been first.
    await rename(scratch, KEPT).catch(() => undefined);
    return { directory };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The archive, or undefined without a registry. */
async function fetched(into: string): Promise<string | undefined> {
  const args = ['pack', `${NAME}@${VERSION}`, '--pack-destination', into, '--silent', '--ignore-scripts'];
  try {
    const { stdout } = await run('npm', args, { cwd: into, timeout: 90_000 });
    return join(into, stdout.trim());
  } catch {
    return undefined;
  }
}
