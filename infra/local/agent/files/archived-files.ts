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
  /** Paths below the directory: of the directories, and of the files in them. The directory itself is the empty one. */
  readonly names: readonly string[];
  readonly files: number;
  readonly bytes: number;
  readonly excludes: readonly string[];
}

/**
 * The files and directories of an archive. Links are not followed.
 *
 * @throws HttpError 413 when there is too much of it.
 */
export function archived(directory: string): Archived {
  const names: string[] = [];
  let [files, bytes] = [0, 0];
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    names.push(at);
    for (const entry of readdirSync(join(directory, at), { withFileTypes: true })) {
      const name = join(at, entry.name);
      if (entry.isDirectory() && !excludedDirectories.includes(entry.name)) waiting.push(name);
      if (!entry.isFile() || entry.name.endsWith('.pyc')) continue;
      names.push(name);
      files += 1;
      bytes += statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
    }
    if (names.length > mostEntries || bytes > mostBytes) {
      throw new HttpError(413, `More than ${mostEntries} files and directories, or ${mostBytes} bytes, are too much`);
    }
  }
  return { names, files, bytes, excludes };
}
