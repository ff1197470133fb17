import { createReadStream, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Activity } from '../activity.ts';
import { archiveOf } from '../files/archive.ts';
import { archivePath } from '../files/archive-path.ts';
import { readFilePath } from '../files/file-paths.ts';
import { homeDirectory, subdirectoriesOf } from '../files/subdirectories.ts';
import { readUpload } from '../files/uploads.ts';
import { HttpError } from '../http/http-error.ts';
import { readFlag, readLimit } from '../http/query.ts';
import type { Reply, Route, RoutedRequest } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';

const root = '/api/file';
const success: Reply = { status: 200, body: { success: true } };

/** Files of the sandbox. As in a container, every path that the process may touch can be named. */
export function fileRoutes(lifecycle: Lifecycle, activity: Activity): readonly Route[] {
  const at = (method: Route['method'], path: string, handle: Route['handle']): Route => {
    return { method, path: `${root}${path}`, access: 'session', handle };
  };
  return [
    at('POST', '/upload', (request) => upload(lifecycle, activity, request)),
    at('GET', '/download', ({ query }) => download(lifecycle, activity, query)),
    at('GET', '/archive', ({ query }) => archive(lifecycle, activity, query)),
    at('POST', '/create_directory', ({ query }) => {
      activity.touch();
      makeDirectory(readFilePath(query, lifecycle.settings).real);
      return success;
    }),
    at('GET', '/home', ({ query }) => ({ status: 200, body: homeDirectory(readFlag(query, 'include_hidden')) })),
    at('GET', '/search_subdirs', ({ query }) => searchSubdirectories(lifecycle, query)),
  ];
}

async function upload(lifecycle: Lifecycle, activity: Activity, { incoming, query }: RoutedRequest): Promise<Reply> {
  activity.touch();
  const { real } = readFilePath(query, lifecycle.settings);
  const bytes = await readUpload(incoming);
  try {
    mkdirSync(dirname(real), { recursive: true });
    writeFileSync(real, bytes);
  } catch (error) {
    throw new HttpError(500, `Failed to upload file: ${reasonOf(error)}`);
  }
  return success;
}

function download(lifecycle: Lifecycle, activity: Activity, query: URLSearchParams): Reply {
  activity.touch();
  const { real } = readFilePath(query, lifecycle.settings);
  const found = statSync(real, { throwIfNoEntry: false });
  if (!found) throw new HttpError(404, 'File not found');
  if (!found.isFile()) throw new HttpError(400, 'Path is not a file');
  const name = encodeURIComponent(basename(real));
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Length': found.size,
    'Content-Disposition': `attachment; filename*=utf-8''${name}`,
  };
  return { status: 200, headers, content: createReadStream(real, { end: Math.max(0, found.size - 1) }) };
}

async function archive(lifecycle: Lifecycle, activity: Activity, query: URLSearchParams): Promise<Reply> {
  activity.touch();
  const { name, bytes, content } = await archiveOf(archivePath(query, lifecycle.settings));
  const headers = {
    'Content-Type': 'application/gzip',
    'Content-Length': bytes,
    'Content-Disposition': `attachment; filename*=utf-8''${encodeURIComponent(name)}`,
  };
  return { status: 200, headers, content };
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new HttpError(400, 'Path exists and is not a directory');
    if (code === 'EACCES' || code === 'EPERM') throw new HttpError(403, `Permission denied: ${reasonOf(error)}`);
    throw new HttpError(500, `Failed to create directory: ${reasonOf(error)}`);
  }
}

/** A page id is the name of the page's first directory in lower case; one that names none starts at the beginning. */
function searchSubdirectories(lifecycle: Lifecycle, query: URLSearchParams): Reply {
  const limit = readLimit(query.get('limit'));
  const entries = subdirectoriesOf(readFilePath(query, lifecycle.settings), readFlag(query, 'include_hidden'));
  const start = Math.max(
    0,
    entries.findIndex(({ name }) => name.toLowerCase() === query.get('page_id')),
  );
  const items = entries.slice(start, start + limit);
  return { status: 200, body: { items, next_page_id: entries[start + limit]?.name.toLowerCase() ?? null } };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
