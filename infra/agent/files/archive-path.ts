import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HttpError } from '../http/http-error.ts';
import { readChoice, readFlag } from '../http/query.ts';
import type { Settings } from '../settings/settings.ts';
import { readFilePath } from './file-paths.ts';

/** How deep below a directory its repository is looked for. */
const deepestRepository = 3;

/** Where repositories of others may lie. */
const foreign = new Set(['node_modules', 'venv', 'site-packages', 'vendor']);

/**
 * The directory that a request wants as an archive: its repository, when there is exactly one below it.
 *
 * @throws HttpError 422 for a format that is none, 501 for one that this server does not make, 404 and 400 when there
 * is no such directory, 403 when it lies outside
 *   the workspace.
 */
export function archivePath(query: URLSearchParams, settings: Settings): string {
  const format = readChoice(query, 'format', ['git-delta', 'tar.gz']) ?? 'git-delta';
  const { real } = readFilePath(query, settings);
  const isOwnChoice =
    query.has('exclude') || (query.has('use_default_excludes') && !readFlag(query, 'use_default_excludes'));
  if (format !== 'tar.gz' || isOwnChoice) {
    throw new HttpError(501, 'This agent server makes archives of the format tar.gz, with the default excludes');
  }
  const found = statSync(real, { throwIfNoEntry: false });
  if (!found) throw new HttpError(404, 'Directory not found');
  if (!found.isDirectory()) throw new HttpError(400, 'Path is not a directory');
  const directory = realpathSync(real);
  if (/^\.\.(\/|$)/.test(relative(realpathSync(settings.workspace), directory))) {
    throw new HttpError(403, 'Path is not in the workspace');
  }
  const repositories = isRepository(directory) ? [directory] : repositoriesBelow(directory, deepestRepository);
  const [repository = directory] = repositories;
  return repositories.length === 1 ? repository : directory;
}

function repositoriesBelow(directory: string, depth: number): string[] {
  const below = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !foreign.has(entry.name))
    .map(({ name }) => join(directory, name));
  return below.flatMap((path) => {
    if (isRepository(path)) return [path];
    return depth > 1 ? repositoriesBelow(path, depth - 1) : [];
  });
}

function isRepository(directory: string): boolean {
  return existsSync(join(directory, '.git'));
}
