import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { reasonOf } from '../base/log.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { type Settings, workspacePath } from '../settings/settings.ts';

/** Linux's limit. */
const mostLinks = 40;

/** A client's path, and the path on this machine. */
interface FilePath {
  readonly asked: string;
  readonly real: string;
}

/** @throws HttpError 422 without a path, 400 when it is not absolute, 403 when it is outside the workspace */
export function readFilePath(query: URLSearchParams, settings: Settings): FilePath {
  const asked = query.get('path');
  if (asked === null) throw unprocessable([{ type: 'missing', loc: ['query', 'path'], msg: 'Field required' }]);
  if (!isAbsolute(asked) || asked.includes('\0')) throw new HttpError(400, 'Path must be absolute');
  return { asked, real: pathInWorkspace(settings.workspace, asked) };
}

/**
 * The path on this machine of a client's path, which must be in the workspace: other files belong to the image, or to
 * the user of the machine.
 *
 * @throws HttpError 403 when it leads out of the workspace, also through a link
 */
export function pathInWorkspace(workspace: string, asked: string): string {
  const path = workspacePath(workspace, asked);
  const root = realpathSync(workspace);
  const real = withoutLinks(path);
  if (real === root || real.startsWith(root + sep)) return path;
  throw new HttpError(403, `The path must be in /workspace: '${asked}' is not`);
}

/** Resolves the links of a path, also links to missing files. */
function withoutLinks(path: string, depth = 0): string {
  if (depth > mostLinks) throw new HttpError(400, 'The path has too many links');
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(withoutLinks(parent, depth), basename(path));
  return isLink(place) ? withoutLinks(resolve(dirname(place), readlinkSync(place)), depth + 1) : place;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    // A path below a file does not exist, so it is no link.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}

const mostFavorites = 50;

interface Subdirectory {
  readonly name: string;
  readonly path: string;
}

/** @throws HttpError 404 when the directory does not exist, 400 when it is a file, 403 when it is not readable */
export function subdirectoriesOf({ asked, real }: FilePath, includeHidden: boolean): Subdirectory[] {
  const found = statSync(real, { throwIfNoEntry: false });
  if (!found) throw new HttpError(404, 'Directory not found');
  if (!found.isDirectory()) throw new HttpError(400, 'Path is not a directory');
  return namesIn(real, includeHidden).map((name) => ({ name, path: join(asked, name) }));
}

/** Where people start to browse for a directory. Clients resolve relative paths against it. */
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
    throw new HttpError(403, `Permission denied: ${reasonOf(error)}`);
  }
}
