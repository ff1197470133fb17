import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtOnce } from './build-cache.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What decides over the bytes of the console. */
const SOURCES = [
  'console/**',
  'shared/client/**',
  'shared/presentation/**',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A read-only directory with the files of the console as their sources are now. @throws with the build's output */
export function builtConsole(signal?: AbortSignal): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'agent-conversations', 'consoles');
  return builtOnce({ root, sources: SOURCES, folder, build, ...(signal && { signal }) });
}

/** Runs Vite, a dependency of the console's package, in a process of its own: it takes seconds and 200 MB. */
async function build(directory: string): Promise<void> {
  const workspace = join(root, 'console');
  const vite = join(createRequire(join(workspace, 'package.json')).resolve('vite/package.json'), '../bin/vite.js');
  try {
    await run(process.execPath, [vite, 'build', workspace, '--outDir', directory, '--emptyOutDir', '--logLevel=warn'], {
      cwd: root,
      // React's build for development is twice as large.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (cause) {
    const said = String(Object(cause).stderr ?? '').trim();
    throw new Error(said === '' ? 'the console could not be built' : said, { cause });
  }
}

// What `npm run build` and the CDK run, before the synthesis.
if (import.meta.main) {
  const directory = join(root, 'dist', 'console');
  try {
    await rm(directory, { recursive: true, force: true });
    await cp(await builtConsole(), directory, { recursive: true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
