import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf } from './repository.ts';
import { runGit } from './run-git.ts';

export interface GitChange {
  readonly status: 'ADDED' | 'DELETED' | 'UPDATED';
  readonly path: string;
}

/** The changes since a commit, also of untracked files; none without a repository. @throws GitError */
export async function changesIn(directory: string, ref: string | undefined): Promise<readonly GitChange[]> {
  if (!existsSync(join(directory, '.git'))) return [];
  const base = await baseOf(directory, ref);
  const tracked = await runGit(directory, ['diff', '--name-status', '-z', '--no-renames', base, '--']);
  const untracked = await runGit(directory, ['ls-files', '--others', '--exclude-standard', '-z']);
  return [...parse(tracked), ...parts(untracked).map((path): GitChange => ({ status: 'ADDED', path }))];
}

function parse(text: string): GitChange[] {
  const words = parts(text);
  return words.flatMap((status, index): GitChange[] => {
    const path = words[index + 1];
    if (index % 2 === 1 || path === undefined) return [];
    return [{ status: status === 'A' ? 'ADDED' : status === 'D' ? 'DELETED' : 'UPDATED', path }];
  });
}

function parts(text: string): string[] {
  return text.split('\0').filter((part) => part !== '');
}
