import { isAbsolute } from 'node:path';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { type Settings, workspacePath } from '../settings/settings.ts';

/** A path as a client named it, and where it lies on this machine. */
export interface FilePath {
  readonly asked: string;
  readonly real: string;
}

/** @throws HttpError 422 when the query names no path, 400 when it is not absolute. */
export function readFilePath(query: URLSearchParams, settings: Settings): FilePath {
  const asked = query.get('path');
  if (asked === null) throw unprocessable([{ type: 'missing', loc: ['query', 'path'], msg: 'Field required' }]);
  if (!isAbsolute(asked) || asked.includes('\0')) throw new HttpError(400, 'Path must be absolute');
  return { asked, real: workspacePath(settings.workspace, asked) };
}
