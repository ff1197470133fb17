import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtOnce } from './build-cache.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What decides over the bytes of the functions. */
export const FUNCTION_SOURCES = [
  'functions/**',
  'shared/**',
  'infra/bundling/**',
  'docs/openapi.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A read-only directory with the functions as their sources are now. @throws with the build's output */
export function builtFunctions(): Promise<string> {
  return kept(build);
}

/**
 * Builds the functions into a directory, and keeps a copy for `builtFunctions`. It never takes them from a kept build:
 * what is deployed depends on the files in `node_modules` too, of which the key of a kept build has the versions only.
 *
 * @throws with the build's output
 */
async function buildFunctions(directory: string): Promise<void> {
  let isBuilt = false;
  await kept(async (draft) => {
    await build(draft);
    // A later build writes over these files.
    await cp(draft, directory, { recursive: true });
    isBuilt = true;
  });
  if (!isBuilt) await build(directory);
}

function kept(build: (directory: string) => Promise<void>): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'agent-conversations', 'functions');
  return builtOnce({ root, sources: FUNCTION_SOURCES, folder, build });
}

/** In a process of its own: this one may have read the sources of the build itself before they were changed. */
async function build(directory: string): Promise<void> {
  try {
    await run(process.execPath, [join(root, 'infra', 'bundling', 'build.ts'), directory], {
      cwd: root,
    });
  } catch (cause) {
    const said = String(Object(cause).stderr ?? '').trim();
    throw new Error(said === '' ? 'the functions could not be built' : said, { cause });
  }
}

// What the CDK runs before the synthesis.
if (import.meta.main) {
  try {
    await buildFunctions(join(root, 'dist'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
