import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { type Settings, workspacePath } from '../settings/settings.ts';

/** As many as Linux follows. */
const mostLinks = 40;

/** A path as a client named it, and where it lies on this machine. */
interface FilePath {
  readonly asked: string;
  readonly real: string;
}

/** @throws HttpError 422 when the query names no path, 400 when it is not absolute, 403 outside of the workspace */
export function readFilePath(query: URLSearchParams, settings: Settings): FilePath {
  const asked = query.get('path');
  if (asked === null) throw unprocessable([{ type: 'missing', loc: ['query', 'path'], msg: 'Field required' }]);
  if (!isAbsolute(asked) || asked.includes('\0')) throw new HttpError(400, 'Path must be absolute');
  return { asked, real: pathInWorkspace(settings.workspace, asked) };
}

/**
 * Where a protocol path lies on this machine. What is not in the workspace is of no concern to callers: the image's
 * files, or those of the person whose machine it is.
 *
 * @throws HttpError 403 when it leads out of the workspace, by its own parts or by a link.
 */
export function pathInWorkspace(workspace: string, asked: string): string {
  const path = workspacePath(workspace, asked);
  const root = realpathSync(workspace);
  const real = withoutLinks(path);
  if (real === root || real.startsWith(root + sep)) return path;
  throw new HttpError(403, `path must lie in the workspace, which is /workspace: '${asked}' does not`);
}

/** The path with its links followed, as far as it exists. A link to nothing counts as where it leads. */
function withoutLinks(path: string, depth = 0): string {
  if (depth > mostLinks) throw new HttpError(400, 'path has too many links');
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(withoutLinks(parent, depth), basename(path));
  return isLink(place) ? withoutLinks(resolve(dirname(place), readlinkSync(place)), depth + 1) : place;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    // Below a file nothing can be, so nothing leads out there.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}

const mostFavorites = 50;

interface Subdirectory {
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
