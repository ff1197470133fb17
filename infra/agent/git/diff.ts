import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { baseOf, repositoryOf } from './repository.ts';
import { GitError, runGit } from './run-git.ts';

const largestFile = 1024 * 1024;

export interface GitDiff {
  readonly modified: string | null;
  readonly original: string | null;
}

/**
 * A file now and at a commit; empty without a repository in the workspace.
 *
 * @throws GitError when something is missing or too large
 */
export async function diffOf(path: string, ref: string | undefined, workspace: string): Promise<GitDiff> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new GitError(`File does not exist: ${path}`);
  if (found.size > largestFile) {
    throw new GitError(`File too large for git diff: ${found.size} bytes (max: ${largestFile} bytes)`);
  }
  const directory = realpathSync(dirname(path));
  const repository = repositoryOf(directory, realpathSync(workspace));
  if (!repository) return { modified: null, original: null };
  const base = await baseOf(repository, ref);
  const name = relative(repository, join(directory, path.slice(dirname(path).length)));
  const modified = found.isFile() ? trimmed(readFileSync(path, 'utf8')) : '';
  return { modified, original: trimmed(await contentAt(repository, base, name)) };
}

/** Empty when the file was not there then. */
async function contentAt(repository: string, commit: string, name: string): Promise<string> {
  try {
    return await runGit(repository, ['show', `${commit}:${name}`]);
  } catch (error) {
    if (error instanceof GitError) return '';
    throw error;
  }
}

/** Line ends are one character, and none is the last. */
function trimmed(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .join('\n')
    .replace(/\n$/, '');
}
