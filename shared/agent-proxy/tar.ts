import { AppError } from '../errors.ts';

/** A file in a tar archive. */
export interface TarFile {
  readonly path: string;
  readonly content: Uint8Array;
}

const BLOCK = 512;

/** Kinds of entries: files, the extended headers that go before an entry, and its long name as GNU writes it. */
const FILE = new Set(['0', '\0', '7']);
const PAX = 'x';
const LONG_NAME = 'L';

/**
 * The files of a tar archive in their order. Directories, links and devices are left out.
 *
 * @throws AppError `bad_gateway` for what is no tar archive.
 */
export function* filesIn(archive: Buffer): Generator<TarFile> {
  let name: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { path, size, kind } = read(header);
    const start = at + BLOCK;
    if (start + size > archive.length) throw broken();
    const content = archive.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;

    if (kind === PAX) name = paxPath(content) ?? name;
    else if (kind === LONG_NAME) name = text(content);
    else {
      if (FILE.has(kind)) yield { path: name ?? path, content };
      name = undefined;
    }
  }
  // An archive that is whole ends with a block of zeros.
  throw broken();
}

function read(header: Buffer): { path: string; size: number; kind: string } {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  const size = number(header.subarray(124, 136));
  if (sum !== number(header.subarray(148, 156)) || !Number.isSafeInteger(size) || size < 0) throw broken();
  const prefix = text(header.subarray(345, 500));
  const name = text(header.subarray(0, 100));
  const isUstar = header.toString('latin1', 257, 262) === 'ustar';
  return {
    path: isUstar && prefix !== '' ? `${prefix}/${name}` : name,
    size,
    kind: String.fromCharCode(header.readUInt8(156)),
  };
}

/** Octal digits in ASCII. */
function number(field: Buffer): number {
  return Number.parseInt(text(field).trim() || '0', 8);
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

/** Records of the form `length key=value` and a line's end, where the length counts the whole record in bytes. */
function paxPath(records: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < records.length; ) {
    const space = records.indexOf(' ', at);
    const length = space < 0 ? Number.NaN : Number(records.toString('latin1', at, space));
    if (!Number.isInteger(length) || length <= 0) throw broken();
    const [key, value] = splitOnce(records.toString('utf8', space + 1, at + length - 1));
    if (key === 'path') path = value;
    at += length;
  }
  return path;
}

function splitOnce(record: string): [key: string, value: string] {
  const at = record.indexOf('=');
  return [record.slice(0, at), record.slice(at + 1)];
}

function broken(): AppError {
  return new AppError('bad_gateway', 'the agent sent an archive that cannot be read');
}
