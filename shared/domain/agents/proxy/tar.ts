import { createTarDecoder } from 'modern-tar';
import { AppError } from '../../../platform/errors/errors.ts';

/** A file in a tar archive. */
export interface TarFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** The regular files of a tar archive. @throws AppError `bad_gateway` when it is incomplete or a checksum is wrong */
export async function* filesIn(archive: Uint8Array): AsyncGenerator<TarFile> {
  const entries = ReadableStream.from([archive]).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      if (header.type === 'file') yield { path: header.name, content: await bytesOf(body) };
      else await body.cancel();
    }
  } catch (cause) {
    throw new AppError('bad_gateway', 'the agent sent an archive that cannot be read', { cause });
  }
}

/** The decoder hands out views of the archive: a file that comes in one piece is not copied. */
async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
}
