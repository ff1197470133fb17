import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { ZipWriter } from '../../../platform/archives/zip-writer.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { agentTimeouts } from '../../sandboxes/agent/agent-http.ts';
import { askAgent } from '../../sandboxes/agent/ask-agent.ts';
import { projectDir } from './workspace.ts';

/** Size limits of a workspace in bytes, packed and unpacked: both are in memory. */
const LARGEST_PACKED = 40 * 1024 * 1024;
const LARGEST_UNPACKED = 150 * 1024 * 1024;

const TOO_LARGE = 'The workspace is too large for one archive.';

const unpack = promisify(gunzip);

/** The workspace as a streamed ZIP, without files that can be built again. @throws as `askAgent` */
export async function* workspaceZip(agent: Agent): AsyncGenerator<Uint8Array> {
  const archive = await unpacked(await packed(agent));
  const zip = new ZipWriter();
  for await (const { path, content } of filesIn(archive)) {
    zip.add(path, content);
    yield* zip.take();
  }
  zip.end();
  yield* zip.take();
}

async function packed(agent: Agent): Promise<Buffer> {
  const query = { path: await projectDir(agent), format: 'tar.gz' };
  const { bytes } = await askAgent(agent, {
    path: '/api/file/archive',
    query,
    timeout: agentTimeouts.archive,
    maxBytes: LARGEST_PACKED,
    tooLong: TOO_LARGE,
  });
  return bytes;
}

async function unpacked(archive: Buffer): Promise<Buffer> {
  try {
    return await unpack(archive, { maxOutputLength: LARGEST_UNPACKED });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw new AppError('payload_too_large', TOO_LARGE);
    throw new AppError('bad_gateway', 'The agent returned an archive that cannot be read.', { cause });
  }
}

interface TarFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The files of a tar archive. A hard link has the content of its file.
 *
 * @throws AppError `bad_gateway` when it is incomplete or a checksum is wrong
 */
export async function* filesIn(archive: Uint8Array): AsyncGenerator<TarFile> {
  const entries = ReadableStream.from([archive]).pipeThrough(createTarDecoder({ strict: true }));
  const known = new Map<string, Uint8Array>();
  try {
    for await (const { header, body } of entries) {
      if (header.type === 'file') known.set(header.name, await bytesOf(body));
      else await body.cancel();
      const source = header.type === 'link' ? header.linkname : header.name;
      const content = header.type === 'file' || header.type === 'link' ? known.get(source ?? '') : undefined;
      // The second time that GNU tar meets a file, it adds a link from the file to itself.
      if (content && (header.type === 'file' || source !== header.name)) yield { path: header.name, content };
    }
  } catch (cause) {
    throw new AppError('bad_gateway', 'The agent returned an archive that cannot be read.', { cause });
  }
}

/** Does not copy a file that arrives in one piece: the decoder returns views of the archive. */
async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
}
