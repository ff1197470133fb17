import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GitError, runGit } from './run-git.ts';

/** The tree without files, which every repository has. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The repository that a path lies in, at `top` or below it, or undefined. */
export function repositoryOf(path: string, top: string): string | undefined {
  for (let directory = path; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (directory === top || directory === dirname(directory)) return undefined;
  }
}

/** The commit to compare with: the asked one, else where work left the default branch, else HEAD. @throws GitError */
export async function baseOf(repository: string, asked: string | undefined): Promise<string> {
  if (asked !== undefined && asked !== 'HEAD') {
    if (asked.startsWith('-')) throw new GitError(`'${asked}' is not the name of a commit`);
    return await resolve(repository, asked);
  }
  if (asked === undefined) {
    const fork = await attempt(async () => (await runGit(repository, ['merge-base', 'HEAD', 'origin/HEAD'])).trim());
    if (fork) return fork;
  }
  return (await attempt(() => resolve(repository, 'HEAD'))) ?? emptyTree;
}

async function resolve(repository: string, name: string): Promise<string> {
  return (await runGit(repository, ['rev-parse', '--verify', `${name}^{commit}`])).trim();
}

/** Undefined where git refuses: there is no such commit here. */
async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
