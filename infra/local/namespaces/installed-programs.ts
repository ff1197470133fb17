import { realpath, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';

/** What belongs to an installed program: the folder `bin` that it lies in, and what stands beside that. */
const installation = ['bin', 'lib', 'lib64', 'libexec', 'pyvenv.cfg'];

/** VS Code for browsers: all of the folder above `bin` is its own. */
const EDITORS: ReadonlySet<string> = new Set(['openvscode-server', 'code-server']);

/** The programs that a command names, by path or by name, and the installations that they are part of. */
export async function programsIn(
  command: readonly string[],
  searchPath: string,
  projectRoot: string,
): Promise<string[]> {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = command.filter((part) => isAbsolute(part) && !part.startsWith(`${projectRoot}/`));
  const names = command.filter((part) => /^\w[\w.+-]*$/.test(part));
  const named = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = await Promise.all([...paths, ...named].map(partsOf));
  return found.flat();
}

async function partsOf(path: string): Promise<string[]> {
  if (!(await isProgram(path))) return [];
  const real = await realpath(path);
  // A virtual environment of Python runs the interpreter of another installation.
  const interpreter = join(dirname(real), 'python3');
  const ofInterpreter = (await isProgram(interpreter)) ? installationOf(await realpath(interpreter)) : [];
  return [path, ...installationOf(real), ...ofInterpreter];
}

function installationOf(file: string): string[] {
  const folder = dirname(file);
  if (!folder.endsWith('/bin')) return [];
  const place = dirname(folder);
  return EDITORS.has(basename(file)) ? [place] : installation.map((name) => join(place, name));
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}
