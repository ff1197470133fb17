import type { Client } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import { ApiProblem } from './api-problem.ts';
import type { components, paths } from './api-types.ts';
import { wait } from './retries.ts';

type Api = Client<paths>;
export type FileEntry = components['schemas']['FileEntry'];
export type FileTransfer = components['schemas']['FileTransfer'];

/** What an upload reads: a file on a disk, or a `Blob` of a browser. Nothing holds it as a whole. */
export interface Source {
  readonly size: number;
  slice(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Upload {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  readonly mode?: string;
  readonly modified_at?: string;
  readonly overwrite?: boolean;
}

export interface TransferOptions {
  readonly resume?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the bytes that have arrived, and their total. */
  readonly onProgress?: (bytes: number, total: number) => void;
  /** Called with the id of an upload once it can be continued. */
  readonly onStart?: (transferId: string) => void;
  /** The id of an upload to continue. */
  readonly continues?: string;
}

/** Requests of a transfer at a time. */
const LANES = 4;

/** The bytes of one range of a download. Lambda sends the first 6 MB of a response at full speed. */
const RANGE_BYTES = 6 * 1024 * 1024;

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;

/** Uploads a file, or a folder as a tar archive, in parts. @throws ApiProblem; TransferFailed; the reason of the signal */
export async function uploadTo(
  api: Api,
  sandboxId: string,
  source: Source,
  upload: Upload,
  options: TransferOptions = {},
): Promise<FileTransfer> {
  const { signal, onProgress, onStart, continues } = options;
  const path = { sandbox_id: sandboxId };
  const query = { resume: options.resume ?? false };
  const transfer =
    continues === undefined
      ? await answerOf(
          api.POST('/api/v1/sandboxes/{sandbox_id}/files/transfers', {
            params: { path, query },
            body: { direction: 'upload', size: source.size, overwrite: true, ...upload },
            signal,
          }),
        )
      : await look(api, sandboxId, continues, signal);
  onStart?.(transfer.id);
  const at = { ...path, transfer_id: transfer.id };
  const received = new Set(transfer.received_parts);
  const count = Math.ceil(source.size / transfer.part_size);
  const missing = Array.from({ length: count }, (_, number) => number).filter((number) => !received.has(number));
  let arrived = Math.min(source.size, received.size * transfer.part_size);
  const lane = async (): Promise<void> => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const from = number * transfer.part_size;
      const part = await source.slice(from, Math.min(from + transfer.part_size, source.size));
      await api.PUT('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/parts/{number}', {
        params: { path: { ...at, number } },
        ...bytesOf(part),
        signal,
      });
      arrived += part.length;
      onProgress?.(arrived, source.size);
    }
  };
  if (transfer.status === 'open') {
    await Promise.all(Array.from({ length: LANES }, lane));
    await answerOf(
      api.POST('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/complete', {
        params: { path: at },
        // Completing again has no effect, so the client can retry it.
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        signal,
      }),
    );
  }
  return settle(api, sandboxId, transfer.id, signal);
}

/** The transfer failed in the sandbox; `message` has the reason. */
export class TransferFailed extends Error {
  constructor({ detail }: FileTransfer) {
    super(detail ?? 'The transfer failed.');
    this.name = 'TransferFailed';
  }
}

/** Waits until the sandbox has packed or unpacked, and deletes the transfer when it is an upload or has failed. */
async function settle(api: Api, sandboxId: string, id: string, signal?: AbortSignal): Promise<FileTransfer> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    const transfer = await look(api, sandboxId, id, signal);
    if (transfer.status === 'failed' || (transfer.status === 'done' && transfer.direction === 'upload'))
      await forget(api, sandboxId, id);
    if (transfer.status === 'failed') throw new TransferFailed(transfer);
    if (transfer.status === 'done') return transfer;
    await wait(pause, signal);
  }
}

function look(api: Api, sandboxId: string, transferId: string, signal?: AbortSignal): Promise<FileTransfer> {
  const path = { sandbox_id: sandboxId, transfer_id: transferId };
  return answerOf(
    api.GET('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}', { params: { path }, signal }),
  );
}

/** Frees the space of a transfer. Otherwise it is deleted after a day. */
export async function forget(api: Api, sandboxId: string, transferId: string): Promise<void> {
  const path = { sandbox_id: sandboxId, transfer_id: transferId };
  try {
    await api.DELETE('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}', { params: { path } });
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
  }
}

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

/** One version of a file. */
export interface Version {
  readonly size: number;
  readonly etag: string;
}

/** The size and version of a file. @throws ApiProblem */
export async function versionOf(
  api: Api,
  sandboxId: string,
  file: string,
  { resume = false, signal }: TransferOptions = {},
): Promise<Version> {
  try {
    const response = await rangeOf(api, sandboxId, file, { range: 'bytes=0-0', resume, signal });
    await response.body?.cancel();
    return versionIn(response, 0);
  } catch (error) {
    return emptyOr(error, api, sandboxId, file);
  }
}

/** The bytes of a version from an offset, in order, with several requests at a time. @throws ApiProblem */
export async function* download(
  api: Api,
  sandboxId: string,
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
    const piece = wholeRange(api, sandboxId, file, { range: `bytes=${next}-${last}`, match: etag, signal: either });
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

async function wholeRange(api: Api, sandboxId: string, file: string, range: Range): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await rangeOf(api, sandboxId, file, range);
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (attempt >= TRIES || range.signal?.aborted) throw error;
      await wait(300 * 2 ** attempt, range.signal);
    }
  }
}

async function rangeOf(api: Api, sandboxId: string, file: string, options: Range): Promise<Response> {
  const { range, match, resume = false, signal } = options;
  const { response } = await api.GET('/api/v1/sandboxes/{sandbox_id}/files/content', {
    params: {
      path: { sandbox_id: sandboxId },
      query: { path: file, resume },
      header: { Range: range, 'If-Match': match },
    },
    parseAs: 'stream',
    ...(signal === undefined ? {} : { signal }),
  });
  return response;
}

/** A body of bytes, which the types of OpenAPI describe as text. */
export function bytesOf(bytes: Uint8Array<ArrayBuffer>) {
  return {
    body: bytes as unknown as string,
    bodySerializer: () => bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
  };
}

/** The first bytes of one version of a file. */
export interface Beginning extends Version {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @throws ApiProblem */
export async function readBeginning(
  api: Api,
  sandboxId: string,
  file: string,
  most: number,
  { resume = false, signal }: TransferOptions = {},
): Promise<Beginning> {
  try {
    const response = await rangeOf(api, sandboxId, file, { range: `bytes=0-${most - 1}`, resume, signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, ...versionIn(response, bytes.length) };
  } catch (error) {
    return { bytes: new Uint8Array(), ...(await emptyOr(error, api, sandboxId, file)) };
  }
}

/** The version of an empty file, which has no first byte to ask for. @throws the error of any other file */
async function emptyOr(error: unknown, api: Api, sandboxId: string, file: string): Promise<Version> {
  if (!(error instanceof ApiProblem) || error.status !== 416) throw error;
  const response = await rangeOf(api, sandboxId, file, {});
  await response.body?.cancel();
  return versionIn(response, 0);
}

function versionIn({ headers }: Response, length: number): Version {
  const [, size] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return { size: size === undefined ? length : Number(size), etag: headers.get('etag') ?? '' };
}
