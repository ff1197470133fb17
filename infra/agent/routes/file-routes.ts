import { mkdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Activity } from '../base/activity.ts';
import { reasonOf } from '../base/log.ts';
import { type Attachment, archiveOf, archivePath } from '../files/archive.ts';
import { fileResponse } from '../files/downloads.ts';
import { homeDirectory, readFilePath, subdirectoriesOf } from '../files/file-paths.ts';
import { receiveUpload } from '../files/uploads.ts';
import { type AgentApp, type AgentContext, newAgentApp, success } from '../http/agent-app.ts';
import { HttpError } from '../http/http-error.ts';
import { PATH_IN_ADDRESS, queryOf, queryWithPath, readFlag, readLimit } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Session } from './session.ts';

/** Files of the workspace. */
export function fileRoutes(lifecycle: Lifecycle, activity: Activity, session: Session): AgentApp {
  const pathIn = (query: URLSearchParams) => readFilePath(query, lifecycle.settings);
  const upload = async (c: AgentContext, query: URLSearchParams) => {
    activity.touch();
    await receiveUpload(c.env.incoming, pathIn(query).real);
    return c.json(success);
  };
  const send = (c: AgentContext, query: URLSearchParams) => {
    activity.touch();
    return fileResponse(pathIn(query).real, c.req.header('range'));
  };
  return newAgentApp()
    .basePath('/api/file')
    .post('/upload', session, (c) => upload(c, queryOf(c)))
    .post(`/upload${PATH_IN_ADDRESS}`, session, (c) => upload(c, queryWithPath(c)))
    .get('/download', session, (c) => send(c, queryOf(c)))
    .get(`/download${PATH_IN_ADDRESS}`, session, (c) => send(c, queryWithPath(c)))
    .get('/archive', session, async (c) => {
      activity.touch();
      return sendAttachment(c, await archiveOf(archivePath(queryOf(c), lifecycle.settings)));
    })
    .post('/create_directory', session, (c) => {
      activity.touch();
      makeDirectory(pathIn(queryOf(c)).real);
      return c.json(success);
    })
    .get('/home', session, (c) =>
      c.json(homeDirectory(lifecycle.settings.workspace, readFlag(queryOf(c), 'include_hidden'))),
    )
    .get('/search_subdirs', session, (c) => c.json(searchSubdirectories(lifecycle, queryOf(c))));
}

/** Streams a file. An error truncates the response, as its status is already sent. */
function sendAttachment(c: AgentContext, { name, type, bytes, content }: Attachment): Response {
  return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array>, 200, {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename*=utf-8''${encodeURIComponent(name)}`,
  });
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

/** A page ID is the lower-case name of the page's first directory. An unknown one starts at the beginning. */
function searchSubdirectories(lifecycle: Lifecycle, query: URLSearchParams) {
  const limit = readLimit(query.get('limit'));
  const entries = subdirectoriesOf(readFilePath(query, lifecycle.settings), readFlag(query, 'include_hidden'));
  const start = Math.max(
    0,
    entries.findIndex(({ name }) => name.toLowerCase() === query.get('page_id')),
  );
  const items = entries.slice(start, start + limit);
  return { items, next_page_id: entries[start + limit]?.name.toLowerCase() ?? null };
}
