import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HttpError } from '../http/http-error.ts';

/** How much goes into one archive. */
const mostEntries = 50_000;
const mostBytes = 1024 * 1024 * 1024;

/** What can be fetched or built again, and git's own files: those may hold tokens. */
const excludedDirectories = [
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  'dist',
  'build',
  '.next',
  'target',
];
const excludes = [...excludedDirectories.map((name) => `${name}/`), '*.pyc'];

/** What an archive of a directory holds. */
export interface Archived {
  /** Paths below the directory, which is itself the empty one. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
  readonly bytes: number;
  readonly excludes: readonly string[];
}

/** The files and directories of an archive, without links. @throws HttpError 413 */
export function archived(directory: string): Archived {
  const directories: string[] = [];
  const files: string[] = [];
  let bytes = 0;
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    directories.push(at);
    for (const entry of readdirSync(join(directory, at), { withFileTypes: true })) {
      const name = join(at, entry.name);
      if (entry.isDirectory() && !excludedDirectories.includes(entry.name)) waiting.push(name);
      if (!entry.isFile() || entry.name.endsWith('.pyc')) continue;
      files.push(name);
      bytes += statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
    }
    if (directories.length + files.length > mostEntries || bytes > mostBytes) {
      throw new HttpError(413, `More than ${mostEntries} files and directories, or ${mostBytes} bytes, are too much`);
    }
  }
  return { directories, files, bytes, excludes };
}
