import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { HttpError } from '../http/http-error.ts';

/** Sends a file, or one range of it. An error truncates the response, as its status is already sent. */
export function fileResponse(path: string, range: string | undefined): Response {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new HttpError(404, 'File not found');
  if (!found.isFile()) throw new HttpError(400, 'Path is not a file');
  const { size } = found;
  const wanted = rangeOf(range, size);
  if (wanted === 'unsatisfiable') return new Response('', { status: 416, headers: { 'Content-Range': `*/${size}` } });
  const [start, end] = wanted ?? [0, size - 1];
  const content = createReadStream(path, { start, end: Math.max(start, end) });
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    status: wanted ? 206 : 200,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(end - start + 1),
      'Content-Disposition': `attachment; filename*=utf-8''${encodeURIComponent(basename(path))}`,
      'Accept-Ranges': 'bytes',
      'Last-Modified': found.mtime.toUTCString(),
      ETag: versionOf(path),
      ...(wanted ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    },
  });
}

/** Of the time in seconds, as Python writes it, and the size: agent servers have the same. */
function versionOf(path: string): string {
  const { mtimeNs, size } = statSync(path, { bigint: true });
  const time = Number(mtimeNs / SECOND) + 1e-9 * Number(mtimeNs % SECOND);
  const text = Number.isInteger(time) ? `${time}.0` : String(time);
  return `"${createHash('md5').update(`${text}-${size}`).digest('hex')}"`;
}

const SECOND = 1_000_000_000n;

/** The first and last byte of the range; undefined for the whole file. Several ranges are not supported. */
function rangeOf(header: string | undefined, size: number): readonly [number, number] | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : [start, end];
}
