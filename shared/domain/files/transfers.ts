import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  type FileTransfer,
  MAX_TRANSFER_BYTES,
  MAX_TRANSFER_ENTRIES,
  PART_BYTES,
} from '../../contract/shapes/sandbox-files.ts';
import { AppError, fieldError, NotFoundError, type Source } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { upload } from './agent-files.ts';
import { runScript, type Script } from './run-script.ts';
import { SandboxPath } from './sandbox-path.ts';
import { staged } from './staging.ts';
import { transferFailed, transferReason } from './transfer-failures.ts';
import {
  addPart,
  completeUpload,
  createDownload,
  createUpload,
  deleteTransfer,
  downloadJobs,
  getTransfer,
  uploadJobs,
} from './transfer-scripts.ts';

/** What the sandbox keeps about a transfer. It is not trusted, and affects only that sandbox. */
const Info = z.object({
  direction: z.enum(['upload', 'download']),
  kind: z.enum(['file', 'folder']),
  path: z.base64url().max(8_192),
  size: z.int().min(0).nullable(),
  mode: z.string().max(4),
  modified: z.string().regex(/^\d{0,15}$/),
  overwrite: z.boolean(),
});
type Info = z.infer<typeof Info>;

/** Tenths of a second for which requests wait for a job. */
const PATIENCE = '80';

const SECONDS = 14;

/** What a folder can have, unpacked. */
export interface FolderLimits {
  readonly bytes: number;
  readonly entries: number;
}

const folderLimits: FolderLimits = { bytes: MAX_TRANSFER_BYTES, entries: MAX_TRANSFER_ENTRIES };

function limitsFor({ bytes, entries }: FolderLimits) {
  return { max_bytes: String(bytes), max_entries: String(entries) };
}

export interface NewTransfer {
  readonly direction: 'upload' | 'download';
  readonly kind: 'file' | 'folder';
  readonly path: SandboxPath;
  readonly size?: number | undefined;
  readonly mode?: string | undefined;
  readonly modifiedAt?: string | undefined;
  readonly overwrite: boolean;
}

/** @throws AppError `conflict`, `not_found`; as `askAgent` */
export async function createTransfer(
  agent: SandboxAgent,
  wanted: NewTransfer,
  limits = folderLimits,
): Promise<FileTransfer> {
  const { direction, kind, path, size = null, mode = '', modifiedAt, overwrite } = wanted;
  const id = randomUUID().replaceAll('-', '');
  const modified = modifiedAt === undefined ? '' : String(Math.max(0, Math.floor(Date.parse(modifiedAt) / 1000)));
  const info: Info = {
    direction,
    kind,
    path: path.bytes.toString('base64url'),
    size: direction === 'upload' ? size : null,
    mode,
    modified,
    overwrite,
  };
  const common = { id, kind, info: JSON.stringify(info), patience: PATIENCE };
  const output =
    direction === 'upload'
      ? await runTransfer(agent, {
          values: { ...common, dest: path.forScripts, size: String(size), overwrite: overwrite ? '1' : '' },
          text: createUpload,
          about: path,
        })
      : await runTransfer(agent, {
          values: { ...common, source: path.forScripts, ...limitsFor(limits), ...downloadJobs },
          text: createDownload,
          about: path,
          seconds: SECONDS,
        });
  return transferIn(id, output);
}

/** @throws NotFoundError; as `askAgent` */
export async function findTransfer(agent: SandboxAgent, id: string): Promise<FileTransfer> {
  return transferIn(id, await runTransfer(agent, { values: { id }, text: getTransfer, about: id }));
}

/** @throws AppError `conflict` when the transfer takes no parts or the disk is full; as `findTransfer` */
export async function receivePart(
  agent: SandboxAgent,
  { id, number, content }: { readonly id: string; readonly number: number; readonly content: Uint8Array },
): Promise<void> {
  const { size, status } = await findTransfer(agent, id);
  if (status !== 'open' || size === null)
    throw new AppError('conflict', 'This transfer no longer accepts parts. Create a new one.');
  const expected = Math.min(PART_BYTES, size - number * PART_BYTES);
  if (expected <= 0)
    throw refused('path', ['number'], `The upload has ${partsOf(size)} parts, and the first has number 0.`);
  if (content.length !== expected)
    throw refused('body', [], `Part ${number} must have ${expected} bytes, not ${content.length}.`);
  const part = `part-${randomUUID().replaceAll('-', '')}`;
  await upload(agent, staged(part), content);
  await runTransfer(agent, { values: { id, part, number: String(number) }, text: addPart, about: id, seconds: 15 });
}

/** @throws AppError `conflict` when parts are missing; as `findTransfer` */
export async function completeTransfer(agent: SandboxAgent, id: string, limits = folderLimits): Promise<FileTransfer> {
  const { info } = reportIn(id, await runTransfer(agent, { values: { id }, text: getTransfer, about: id }));
  if (info.direction !== 'upload' || info.size === null)
    throw new AppError('conflict', 'Only an upload can be completed. A download completes by itself.');
  const path = pathOf(info);
  const values = {
    id,
    kind: info.kind,
    dest: path.forScripts,
    mode: info.mode,
    modified: info.modified,
    overwrite: info.overwrite ? '1' : '',
    size: String(info.size),
    parts_needed: String(partsOf(info.size)),
    patience: PATIENCE,
    ...limitsFor(limits),
    ...uploadJobs,
  };
  return transferIn(id, await runTransfer(agent, { values, text: completeUpload, about: path, seconds: SECONDS }));
}

/** @throws NotFoundError; as `askAgent` */
export async function removeTransfer(agent: SandboxAgent, id: string): Promise<void> {
  await runTransfer(agent, { values: { id }, text: deleteTransfer, about: id });
}

function refused(source: Source, names: readonly string[], msg: string): AppError {
  const errors = [fieldError(source, names, msg, 'value_error')];
  return new AppError('validation_failed', `${[source, ...names].join('.')}: ${msg}`, { extensions: { errors } });
}

function partsOf(size: number): number {
  return Math.ceil(size / PART_BYTES);
}

function pathOf({ path }: Info): SandboxPath {
  return SandboxPath.ofBytes(Buffer.from(path, 'base64url'));
}

interface Report {
  readonly info: Info;
  readonly state: string;
  readonly bytes: number | null;
  readonly parts: readonly number[];
  readonly error: string;
}

/** What the script printed, line by line. @throws AppError `bad_gateway` when the sandbox has changed its files */
function reportIn(id: string, output: string): Report {
  const [text = '', state = '', bytes = '', parts = '', ...error] = output.split('\n');
  try {
    return {
      info: Info.parse(JSON.parse(text)),
      state,
      bytes: /^\d{1,15}$/.test(bytes) ? Number(bytes) : null,
      parts: parts
        .split(' ')
        .filter((part) => /^\d{1,4}$/.test(part))
        .map(Number)
        .toSorted((a, b) => a - b),
      error: error.join('\n'),
    };
  } catch {
    throw new NotFoundError('transfer', id);
  }
}

function transferIn(id: string, output: string): FileTransfer {
  const { info, state, bytes, parts, error } = reportIn(id, output);
  const [word = '', code] = state.split(' ');
  const status = word === 'working' || word === 'done' || word === 'open' ? word : 'failed';
  const isPacked = info.direction === 'download' && status === 'done';
  const path = pathOf(info).text;
  return {
    id,
    direction: info.direction,
    kind: info.kind,
    path,
    status,
    size: info.direction === 'upload' ? info.size : isPacked ? bytes : null,
    part_size: PART_BYTES,
    received_parts: [...parts],
    content_path: isPacked ? staged(`${id}/data`) : null,
    detail: status === 'failed' ? detailOf(Number(code), error, path) : null,
  };
}

function runTransfer(agent: SandboxAgent, script: Omit<Script, 'errorOf'>): Promise<string> {
  return runScript(agent, { ...script, errorOf: transferFailed });
}

/** The exit code of a job that a signal ended. */
const ENDED = 143;

function detailOf(code: number, error: string, path: string): string {
  return code === ENDED
    ? 'The sandbox stopped before the transfer was done. Try again.'
    : transferReason(code, error, path);
}
