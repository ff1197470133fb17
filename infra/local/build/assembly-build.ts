import { spawn } from 'node:child_process';
import { copyFile, link, mkdir, readdir, rm, symlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { builtOnce, removeOld } from '../../bundling/build-cache.ts';
import { FUNCTION_SOURCES } from '../../bundling/built-functions.ts';
import { installedAgentServer, installedEditor } from '../../specs/installed-program.ts';
import { PROJECT_ROOT } from '../terminal/options.ts';
import { UserError } from '../terminal/user-error.ts';

/** What decides over the templates. */
const SOURCES = [...FUNCTION_SOURCES, 'infra/**', 'cdk.json'];

/** Settings of the synthesis that win over those of cdk.json. */
export type Context = Readonly<Record<string, string>>;

/**
 * Bundles the functions and synthesises the CDK app of the local stage into `directory`, unless all of their sources
 * are as they were: then its files come from a kept build, which may go while this service runs. Resolves to the
 * cloud assembly's folder.
 *
 * @param signal ends it
 * @throws UserError with what the build or the synthesis had to say.
 */
export async function buildAssembly(directory: string, context: Context, signal: AbortSignal): Promise<string> {
  const kept = join(PROJECT_ROOT, 'node_modules', '.cache', 'agent-conversations');
  const assembly = await builtOnce({
    root: PROJECT_ROOT,
    sources: SOURCES,
    // The specs depend on what is installed on this machine, and settings on contexts that override cdk.json.
    circumstances: JSON.stringify([
      installedAgentServer(process.env),
      installedEditor(process.env),
      process.env.CDK_CONTEXT_JSON,
      context,
    ]),
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
 * What Node compiled of the functions of the build in `directory`: compiling is a third of the start of an instance.
 * Node finds it by the way from here to the code, which is the same for each copy of one build.
 */
export function compiledIn(directory: string): string {
  return join(directory, 'compiled');
}

/** In a process of its own: the CDK takes seconds and 200 MB, while the other parts start. */
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
 * Gives a directory's files names in a second one as well, in a seventh of the time of a copy and without its space.
 * What removes the first leaves the second; neither may be written over. It copies where a file can have no second
 * name, as on another file system.
 */
export async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await (entry.isDirectory() ? linkTree(source, target) : linkOrCopy(source, target));
  }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(source, target);
  }
}
