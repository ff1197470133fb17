import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Git's ID of the empty tree. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The repository of a path, at or below `top`. */
function repositoryOf(path: string, top: string): string | undefined {
  for (let directory = path; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (directory === top || directory === dirname(directory)) return undefined;
  }
}

/** The commit to compare with: the given one, or the merge base with the default branch, or HEAD. @throws GitError */
async function baseOf(repository: string, asked: string | undefined): Promise<string> {
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

/** Undefined if git fails. */
async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

interface GitChange {
  readonly status: 'ADDED' | 'DELETED' | 'UPDATED';
  readonly path: string;
}

/** The changes since a commit, including untracked files; none without a repository. @throws GitError */
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

const largestFile = 1024 * 1024;

interface GitDiff {
  readonly modified: string | null;
  readonly original: string | null;
}

/** A file now and at a commit; null without a repository. @throws GitError when the file is missing or too large */
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

/** Empty if the file did not exist. */
async function contentAt(repository: string, commit: string, name: string): Promise<string> {
  try {
    return await runGit(repository, ['show', `${commit}:${name}`]);
  } catch (error) {
    if (error instanceof GitError) return '';
    throw error;
  }
}

/** Normalizes line breaks, and removes the last one. */
function trimmed(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .join('\n')
    .replace(/\n$/, '');
}

const timeoutMilliseconds = 60_000;
const mostBytes = 16 * 1024 * 1024;

/** Git failed or is not installed. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** Runs git without a shell and without password prompts. @throws GitError */
async function runGit(directory: string, args: readonly string[]): Promise<string> {
  const options = {
    cwd: directory,
    timeout: timeoutMilliseconds,
    maxBuffer: mostBytes,
    env: { PATH: process.env.PATH, HOME: directory, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' },
  };
  const line = ['-c', 'core.quotePath=false', '-c', 'safe.directory=*', '--no-pager', ...args];
  return await new Promise((resolve, reject) => {
    execFile('git', line, options, (error, stdout, stderr) => {
      if (error) reject(new GitError(`Git command failed: git ${args.join(' ')}: ${stderr.trim() || error.message}`));
      else resolve(stdout);
    });
  });
}
