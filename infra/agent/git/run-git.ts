import { execFile } from 'node:child_process';

const timeoutMilliseconds = 60_000;
const mostBytes = 16 * 1024 * 1024;

/** Git refused, or is not there. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** Runs git with arguments of its own, never through a shell. It never prompts for a password. @throws GitError */
export async function runGit(directory: string, args: readonly string[]): Promise<string> {
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
