import type { StreamedContent } from '../agent/start-context.ts';

/** Name length that every `tar` can read, in bytes. BusyBox does not read the headers of longer names. */
const LONGEST_NAME = 100;

const BLOCK = 512;

/** Packs files into an archive, one at a time. Only the user who unpacks it can read them. */
export function tar(files: () => Iterable<readonly [name: string, text: string]>): StreamedContent {
  let bytes = 2 * BLOCK;
  for (const [, text] of files()) bytes += BLOCK + Math.ceil(Buffer.byteLength(text) / BLOCK) * BLOCK;
  return { bytes, pieces: () => piecesOf(files()) };
}

function* piecesOf(files: Iterable<readonly [name: string, text: string]>): Generator<Uint8Array> {
  for (const [name, text] of files) {
    const body = Buffer.from(text);
    yield headerOf(name, body.length);
    yield body;
    yield Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The header of a regular file (POSIX ustar). */
function headerOf(name: string, size: number): Uint8Array {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`file name ${name} is too long for the archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}
