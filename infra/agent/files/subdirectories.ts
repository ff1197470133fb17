import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HttpError } from '../http/http-error.ts';
import type { FilePath } from './file-paths.ts';

const mostFavorites = 50;

export interface Subdirectory {
  readonly name: string;
  readonly path: string;
}

/** @throws HttpError 404 when the directory is not there, 400 when it is a file, 403 when it may not be read. */
export function subdirectoriesOf({ asked, real }: FilePath, includeHidden: boolean): Subdirectory[] {
  const found = statSync(real, { throwIfNoEntry: false });
  if (!found) throw new HttpError(404, 'Directory not found');
  if (!found.isDirectory()) throw new HttpError(400, 'Path is not a directory');
  return namesIn(real, includeHidden).map((name) => ({ name, path: join(asked, name) }));
}

/** Where a person may begin to look for a directory: clients put relative paths below it, and can name no other. */
export function homeDirectory(workspace: string, includeHidden: boolean) {
  const home = '/workspace';
  const favorites = namesIn(workspace, includeHidden).slice(0, mostFavorites);
  return {
    home,
    favorites: favorites.map((label) => ({ label, path: join(home, label) })),
    locations: [{ label: home, path: home }],
  };
}

function namesIn(directory: string, includeHidden: boolean): string[] {
  const entries = readEntries(directory).filter((entry) => entry.isDirectory());
  const names = entries.map(({ name }) => name).filter((name) => includeHidden || !name.startsWith('.'));
  return names.sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
}

function readEntries(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    throw new HttpError(403, `Permission denied: ${error instanceof Error ? error.message : String(error)}`);
  }
}
