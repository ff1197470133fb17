import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The path of a program, given by path or looked up in the folders of PATH; undefined when it cannot be started. */
export function findProgram(program: string, searchPath: string): Promise<string | undefined> {
  if (isAbsolute(program)) return firstExecutable([program]);
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return firstExecutable(folders.map((folder) => join(folder, program)));
}

async function firstExecutable(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return file;
  }
  return undefined;
}
