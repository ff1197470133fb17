import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { Failure } from '../../output/failure.ts';

type Say = (text: string) => void;

/** Packs the files of a folder, and prints the names that it skips. @throws Failure for a file that cannot be read */
export async function packFolder(folder: string, file: string, say: Say): Promise<void> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    // With `./`, a name such as `c:notes` is not taken for a Windows drive.
    const sources = entries.map((entry) => ({
      type: entry.isDirectory() ? ('directory' as const) : ('file' as const),
      source: join(folder, entry.name),
      target: `./${entry.name}`,
    }));
    const filter = (path: string) => isPortable(relative(folder, path), say);
    await pipeline(packTar(sources, { filter }), createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const isName = error.message.includes(REPLACEMENT);
    throw new Failure(`Cannot pack ${folder}: ${isName ? 'it has a name that is not UTF-8.' : error.message}`);
  }
}

/** Stands for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/** The library would turn a backslash into a slash, and so write another file. */
export function isPortable(name: string, say: Say): boolean {
  const path = process.platform === 'win32' ? name.replaceAll('\\', '/') : name;
  const reason = path.includes('\\') ? 'has a backslash in its name' : 'has a name that is not UTF-8';
  if (!path.includes('\\') && !path.includes(REPLACEMENT)) return true;
  say(`Not copied: ${name} ${reason}.`);
  return false;
}
