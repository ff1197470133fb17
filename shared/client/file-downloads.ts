import { answerOf } from './answer-of.ts';
import { ApiProblem } from './api-problem.ts';
import { type Api, type FilesOf, type FileTransfer, LANES, settle, type TransferOptions } from './files.ts';
import { wait } from './retries.ts';

/** The bytes of one range of a download. Lambda sends the first 6 MB of a response at full speed. */
const RANGE_BYTES = 6 * 1024 * 1024;

/** Packs a folder in the sandbox. Its `content_path` can be downloaded. @throws TransferFailed; ApiProblem */
export async function packFolder(
  api: Api,
  sandboxId: string,
  folder: string,
  { resume = false, signal }: TransferOptions = {},
): Promise<FileTransfer> {
  const made = await answerOf(
    api.POST('/api/v1/sandboxes/{sandbox_id}/files/transfers', {
      params: { path: { sandbox_id: sandboxId }, query: { resume } },
      body: { direction: 'download', kind: 'folder', path: folder, overwrite: true },
      signal,
    }),
  );
  return settle(api, sandboxId, made.id, signal);
}

/**
 * A folder of a snapshot, or of a sandbox that does not run, as a tar.gz archive. A response that ends early raises an
 * error when it is read. @throws ApiProblem
 */
export async function folderArchive(
  api: Api,
  of: FilesOf,
  folder: string,
  { signal }: TransferOptions = {},
): Promise<Response> {
  const query = { path: folder };
  const rest = { parseAs: 'stream', ...(signal === undefined ? {} : { signal }) } as const;
  if (typeof of !== 'string') {
    const params = { path: { snapshot_id: of.snapshotId }, query };
    return (await api.GET('/api/v1/snapshots/{snapshot_id}/files/archive', { params, ...rest })).response;
  }
  const params = { path: { sandbox_id: of }, query };
  return (await api.GET('/api/v1/sandboxes/{sandbox_id}/files/archive', { params, ...rest })).response;
}

/** One version of a file. */
export interface Version {
  readonly size: number;
  readonly etag: string;
}

/** The size and version of a file. @throws ApiProblem */
export async function versionOf(
  api: Api,
  of: FilesOf,
  file: string,
  { resume = false, signal }: TransferOptions = {},
): Promise<Version> {
  try {
    const response = await rangeOf(api, of, file, { range: 'bytes=0-0', resume, signal });
    await response.body?.cancel();
    return versionIn(response, 0);
  } catch (error) {
    return emptyOr(error, api, of, file);
  }
}

/** The bytes of a version from an offset, in order, with several requests at a time. @throws ApiProblem */
export async function* download(
  api: Api,
  of: FilesOf,
  file: string,
  { size, etag }: Version,
  { from = 0, signal, onProgress }: TransferOptions & { readonly from?: number } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const under: Promise<Uint8Array<ArrayBuffer>>[] = [];
  let next = from;
  const more = () => {
    if (next >= size) return;
    const last = Math.min(next + RANGE_BYTES, size) - 1;
    const piece = wholeRange(api, of, file, { range: `bytes=${next}-${last}`, match: etag, signal: either });
    // A failure is thrown when its turn comes.
    piece.catch(() => undefined);
    under.push(piece);
    next = last + 1;
  };
  for (let lane = 0; lane < LANES; lane += 1) more();
  let arrived = from;
  try {
    for (let piece = under.shift(); piece !== undefined; piece = under.shift()) {
      const bytes = await piece;
      more();
      arrived += bytes.length;
      onProgress?.(arrived, size);
      yield bytes;
    }
  } finally {
    stop.abort();
  }
}

interface Range {
  readonly range?: string;
  readonly match?: string;
  readonly resume?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** How often a range is requested when its body is cut off. */
const TRIES = 4;

async function wholeRange(api: Api, of: FilesOf, file: string, range: Range): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await rangeOf(api, of, file, range);
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (attempt >= TRIES || range.signal?.aborted) throw error;
      await wait(300 * 2 ** attempt, range.signal);
    }
  }
}

async function rangeOf(api: Api, of: FilesOf, file: string, options: Range): Promise<Response> {
  const { range, match, resume = false, signal } = options;
  const header = { Range: range, 'If-Match': match };
  const rest = { parseAs: 'stream', ...(signal === undefined ? {} : { signal }) } as const;
  if (typeof of !== 'string') {
    const params = { path: { snapshot_id: of.snapshotId }, query: { path: file }, header };
    return (await api.GET('/api/v1/snapshots/{snapshot_id}/files/content', { params, ...rest })).response;
  }
  const params = { path: { sandbox_id: of }, query: { path: file, resume }, header };
  return (await api.GET('/api/v1/sandboxes/{sandbox_id}/files/content', { params, ...rest })).response;
}

/** The first bytes of one version of a file. */
export interface Beginning extends Version {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @throws ApiProblem */
export async function readBeginning(
  api: Api,
  of: FilesOf,
  file: string,
  most: number,
  { resume = false, signal }: TransferOptions = {},
): Promise<Beginning> {
  try {
    const response = await rangeOf(api, of, file, { range: `bytes=0-${most - 1}`, resume, signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, ...versionIn(response, bytes.length) };
  } catch (error) {
    return { bytes: new Uint8Array(), ...(await emptyOr(error, api, of, file)) };
  }
}

/** The version of an empty file, which has no first byte to ask for. @throws the error of any other file */
async function emptyOr(error: unknown, api: Api, of: FilesOf, file: string): Promise<Version> {
  if (!(error instanceof ApiProblem) || error.status !== 416) throw error;
  const response = await rangeOf(api, of, file, {});
  await response.body?.cancel();
  return versionIn(response, 0);
}

function versionIn({ headers }: Response, length: number): Version {
  const [, size] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return { size: size === undefined ? length : Number(size), etag: headers.get('etag') ?? '' };
}
