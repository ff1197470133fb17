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

/**
 * The changes since a commit, including untracked files; none without a repository. Reads git's lines as OpenHands
 * agent servers do: they take what git quotes for the name, and refuse all changes for one name with a space.
 *
 * @throws GitError
 */
export async function changesIn(directory: string, ref: string | undefined): Promise<readonly GitChange[]> {
  if (!existsSync(join(directory, '.git'))) return [];
  const base = await baseOf(directory, ref);
  const tracked = await runGit(directory, ['diff', '--name-status', '--no-renames', base, '--']);
  const untracked = await runGit(directory, ['ls-files', '--others', '--exclude-standard']);
  const added = linesOf(untracked).map((name): GitChange => ({ status: 'ADDED', path: pathOf(name) }));
  return [...linesOf(tracked).map(parse), ...added];
}

function parse(line: string): GitChange {
  const [status, name, ...others] = line.trim().split(/\s+/);
  if (name === undefined || others.length > 0) throw new GitError(`Unexpected git diff output format: ${line}`);
  return { status: status === 'A' ? 'ADDED' : status === 'D' ? 'DELETED' : 'UPDATED', path: pathOf(name) };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function pathOf(name: string): string {
  return name.trim().replaceAll('\\', '/');
}

const largestFile = 1024 * 1024;

interface GitDiff {
  readonly modified: string | null;
  readonly original: string | null;
}

/**
 * A file now and at a commit, empty where it did not exist; null without a repository.
 *
 * @throws GitError when the file is too large, or exists neither now nor at the commit
 */
export async function diffOf(path: string, ref: string | undefined, workspace: string): Promise<GitDiff> {
  const found = statSync(path, { throwIfNoEntry: false });
  requireSmall(found?.size ?? 0);
  const missing = new GitError(`File does not exist: ${path}`);
  const above = existingAbove(path);
  const directory = realpathSync(above);
  const repository = repositoryOf(directory, realpathSync(workspace));
  if (!repository) {
    if (!found) throw missing;
    return { modified: null, original: null };
  }
  const base = await baseOf(repository, ref);
  const name = relative(repository, join(directory, relative(above, path)));
  const original = await attempt(() => runGit(repository, ['show', `${base}:${name}`]));
  if (!found && original === undefined) throw missing;
  requireSmall(Buffer.byteLength(original ?? ''));
  return { modified: found?.isFile() ? trimmed(readFileSync(path, 'utf8')) : '', original: trimmed(original ?? '') };
}

/** The nearest directory above a file that exists: an agent can have deleted the whole directory. */
function existingAbove(path: string): string {
  const parent = dirname(path);
  return parent === path || statSync(parent, { throwIfNoEntry: false })?.isDirectory() ? parent : existingAbove(parent);
}

function requireSmall(bytes: number): void {
  if (bytes > largestFile)
    throw new GitError(`File too large for git diff: ${bytes} bytes (max: ${largestFile} bytes)`);
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

/** The settings of git in the environment of the server. */
function gitSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|GIT_CONFIG_.*)$/.test(name)));
}

/** Runs git without a shell and without password prompts. @throws GitError */
async function runGit(directory: string, args: readonly string[]): Promise<string> {
  const options = {
    cwd: directory,
    timeout: timeoutMilliseconds,
    maxBuffer: mostBytes,
    env: { ...gitSettings(), HOME: directory, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' },
  };
  const line = ['-c', 'safe.directory=*', '--no-pager', ...args];
  return await new Promise((resolve, reject) => {
    execFile('git', line, options, (error, stdout, stderr) => {
      if (error) reject(new GitError(`Git command failed: git ${args.join(' ')}: ${stderr.trim() || error.message}`));
      else resolve(stdout);
    });
  });
}
