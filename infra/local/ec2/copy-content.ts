import { closeSync, constants, copyFileSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

const PIECE_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(PIECE_BYTES);

/**
 * Copies a file that may change meanwhile, up to the size that it had. File systems that can share blocks do so; else
 * zeros become holes. `copyFile` of Node.js would never end for a file that becomes shorter, and fill the disk with
 * the holes of a file of terabytes.
 */
export function copyContent(source: string, target: string, size: number): void {
  if (isCloned(source, target)) return;
  const from = openSync(source, 'r');
  try {
    const to = openSync(target, 'wx', 0o600);
    try {
      ftruncateSync(to, copyPieces(from, to, size));
    } finally {
      closeSync(to);
    }
  } finally {
    closeSync(from);
  }
}

function isCloned(source: string, target: string): boolean {
  try {
    copyFileSync(source, target, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    // Whatever is wrong with the files is wrong for a copy too.
    return false;
  }
}

/** @returns how many bytes were there */
function copyPieces(from: number, to: number, size: number): number {
  const piece = Buffer.alloc(Math.min(PIECE_BYTES, Math.max(size, 1)));
  let done = 0;
  while (done < size) {
    const count = readSync(from, piece, 0, Math.min(piece.length, size - done), done);
    if (count === 0) break;
    const read = piece.subarray(0, count);
    if (!read.equals(ZEROS.subarray(0, count))) writeAll(to, read, done);
    done += count;
  }
  return done;
}

function writeAll(to: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(to, bytes, written, bytes.length - written, position + written);
}
