import { randomUUID } from 'node:crypto';
import { MAX_CONTENT_BYTES } from '../../contract/shapes/sandbox-files.ts';
import { AppError } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { type OpenFile, openFile } from './agent-files.ts';
import { boundedRange, isListed } from './conditions.ts';
import { exits, failed } from './failures.ts';
import { runScript } from './run-script.ts';
import type { SandboxPath } from './sandbox-path.ts';
import { STAGING, staged, sweepStaging } from './staging.ts';

/** As it was sent. */
export interface ReadConditions {
  readonly match?: string | undefined;
  readonly noneMatch?: string | undefined;
  readonly range?: string | undefined;
}

export interface FileContent {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Headers of the agent server that clients get. */
const passedOn = ['ETag', 'Last-Modified', 'Content-Range'];

/**
 * The bytes of a file, which pass through without being held.
 *
 * @throws AppError `not_found`, `conflict` when it is no file, `precondition_failed`, `range_not_satisfiable`,
 * `payload_too_large`; as `openFile`
 */
export async function readFile(
  agent: SandboxAgent,
  path: SandboxPath,
  { match, noneMatch, range }: ReadConditions,
): Promise<FileContent> {
  const link = path.isText ? undefined : await linkTo(agent, path);
  const bounded = boundedRange(range, MAX_CONTENT_BYTES);
  const file = await openFile(agent, link ?? path.text, bounded);
  const etag = file.header('etag');
  const headers = {
    ...Object.fromEntries(passedOn.flatMap((name) => [[name, file.header(name.toLowerCase())]]).filter(isGiven)),
    ...contentHeaders(path),
  };
  if (match !== undefined && (etag === undefined || !isListed(match, etag))) {
    file.close();
    throw failed(exits.changed, '', path.text);
  }
  if (noneMatch !== undefined && etag !== undefined && isListed(noneMatch, etag)) {
    file.close();
    return { status: 304, headers, pieces: nothing() };
  }
  requireReadable(file, path);
  return { status: file.status === 206 ? 206 : 200, headers, pieces: file.pieces };
}

/** @throws AppError `range_not_satisfiable`, `payload_too_large` */
function requireReadable(file: OpenFile, path: SandboxPath): void {
  if (file.status === 416) {
    file.close();
    throw notSatisfiable(path);
  }
  const size = Number(file.header('content-length') ?? 0);
  if (size <= MAX_CONTENT_BYTES) return;
  file.close();
  throw tooLarge(path, size);
}

export function notSatisfiable({ text }: SandboxPath): AppError {
  return new AppError('range_not_satisfiable', `The range is not within ${text}. Request a range within the file.`);
}

export function tooLarge({ text }: SandboxPath, size: number): AppError {
  const advice = `Request ranges of at most ${MAX_CONTENT_BYTES} bytes with the header Range.`;
  return new AppError('payload_too_large', `${text} has ${size} bytes. ${advice}`);
}

/** The headers that follow from the path. */
export function contentHeaders({ name }: SandboxPath): Readonly<Record<string, string>> {
  return { 'Accept-Ranges': 'bytes', ...disposition(name.toString('utf8')) };
}

/** The headers of an archive of a folder, which has no ranges. */
export function archiveHeaders({ name }: SandboxPath): Readonly<Record<string, string>> {
  return disposition(`${name.toString('utf8') || 'root'}.tar.gz`);
}

function disposition(name: string): Readonly<Record<string, string>> {
  return { 'Content-Disposition': `attachment; filename*=UTF-8''${encoded(name)}` };
}

function isGiven(pair: readonly (string | undefined)[]): pair is [string, string] {
  return pair[1] !== undefined;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Percent-encoding for a header (RFC 8187). */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

/** The agent server takes texts for paths only, so the file gets a second name. */
async function linkTo(agent: SandboxAgent, path: SandboxPath): Promise<string> {
  const id = randomUUID().replaceAll('-', '');
  const text = `${sweepStaging}
[ -e "$source" ] || exit ${exits.missing}
[ -f "$source" ] || exit ${exits.special}
ln -LT -- "$source" "${STAGING}/read-$id" 2>/dev/null || cp -T -- "$source" "${STAGING}/read-$id"`;
  await runScript(agent, { values: { source: path.forScripts, id }, text, about: path });
  return staged(`read-${id}`);
}
