import { spawn } from 'node:child_process';
import { copyFile, link, mkdir, readdir, rm, symlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { builtOnce, removeOld } from '../../bundling/build-cache.ts';
import { FUNCTION_SOURCES } from '../../bundling/built-functions.ts';
import { installedEditor } from '../../specs/installed-program.ts';
import { PROJECT_ROOT } from '../terminal/options.ts';
import { UserError } from '../terminal/user-error.ts';

/** The files that determine the templates. */
const SOURCES = [...FUNCTION_SOURCES, 'infra/**', 'cdk.json'];

/** Context values that override those of cdk.json. */
export type Context = Readonly<Record<string, string>>;

/**
 * Bundles the functions and synthesises the CDK app of the local stage into `directory`. When no source has changed, it
 * links the files of a cached build, which may be removed while this service runs.
 *
 * @returns the folder of the cloud assembly
 * @throws UserError with the output of a failed build
 */
export async function buildAssembly(directory: string, context: Context, signal: AbortSignal): Promise<string> {
  const kept = join(PROJECT_ROOT, 'node_modules', '.cache', 'agent-conversations');
  const assembly = await builtOnce({
    root: PROJECT_ROOT,
    sources: SOURCES,
    // The specs depend on the programs of this machine, and the settings on contexts that override cdk.json.
    circumstances: JSON.stringify([installedEditor(process.env), process.env.CDK_CONTEXT_JSON, context]),
    folder: join(kept, 'assemblies'),
    build: (folder) => synthesise(folder, context, signal),
    signal,
  });
  const folder = join(directory, 'cdk.out');
  await rm(directory, { recursive: true, force: true });
  await linkTree(assembly, folder);
  const compiled = join(kept, 'compiled', basename(assembly));
  await mkdir(compiled, { recursive: true });
  await utimes(compiled, new Date(), new Date());
  await removeOld(join(kept, 'compiled'));
  await symlink(compiled, compiledIn(directory));
  return folder;
}

/**
 * Node's compile cache for the functions of the build in `directory`. Compiling takes a third of an instance's start.
 * The cache is keyed by the path from here to the code, which is the same for every copy of a build.
 */
export function compiledIn(directory: string): string {
  return join(directory, 'compiled');
}

/** In a separate process: the CDK takes seconds and 200 MB, and other parts start meanwhile. */
async function synthesise(folder: string, context: Context, signal: AbortSignal): Promise<void> {
  const program = join(import.meta.dirname, 'assembly-main.ts');
  const child = spawn(process.execPath, [program, folder, JSON.stringify(context)], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new UserError(`The service could not be built:\n${output.trim()}`);
}

/**
 * Hard-links the files of a directory into another one, seven times as fast as a copy and without its space. Deleting
 * the first directory keeps the second; neither may be overwritten. Copies files that cannot be linked, such as those
 * on another file system.
 */
export async function linkTree(from: string, to: string, linkFile = link): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await (entry.isDirectory() ? linkTree(source, target, linkFile) : linkOrCopy(source, target, linkFile));
  }
}

async function linkOrCopy(source: string, target: string, linkFile: typeof link): Promise<void> {
  try {
    await linkFile(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(source, target);
  }
}
