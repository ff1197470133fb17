import { type ExecFileException, execFile } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HttpError } from '../http/http-error.ts';
import { archived } from './archived-files.ts';

/** How long the packing may take. */
const timeoutMilliseconds = 60_000;

const manifestName = 'archive_manifest.json';

/** A packed directory. Its file is gone when the content was read or given up. */
export interface Archive {
  readonly name: string;
  readonly bytes: number;
  readonly content: Readable;
}

/**
 * The files below a directory as a gzip-ed tar archive, under the name of the directory. Links are left out, and so are directories that are built or fetched again.
 * A manifest says what is in it, unless the directory has a file of that name.
 *
 * @throws HttpError 413 when there is too much of it, 500 when it cannot be packed.
 */
export async function archiveOf(directory: string): Promise<Archive> {
  const { names, files, bytes, excludes } = archived(directory);
  const name = basename(directory);
  const scratch = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    const target = join(scratch, 'archive.tar.gz');
    const list = join(scratch, 'names');
    const manifest = { excludes, file_count: files, format: 'tar.gz', source: name, total_bytes: bytes };
    mkdirSync(join(scratch, name));
    writeFileSync(join(scratch, name, manifestName), JSON.stringify(manifest, undefined, 2));
    writeFileSync(list, names.map((entry) => `${join(name, entry)}\0`).join(''));
    const extra = names.includes(manifestName) ? [] : ['-C', scratch, join(name, manifestName)];
    await pack(['-czf', target, '--no-recursion', '-C', dirname(directory), '--null', '-T', list, ...extra]);
    const content = createReadStream(target);
    content.once('close', () => rmSync(scratch, { recursive: true, force: true }));
    return { name: `${name}.tar.gz`, bytes: statSync(target).size, content };
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

async function pack(args: readonly string[]): Promise<void> {
  const options = { timeout: timeoutMilliseconds, env: { PATH: process.env.PATH } };
  await new Promise<void>((resolve, reject) => {
    execFile('tar', args, options, (error, _, stderr) => {
      if (!error || isOfAChange(error)) resolve();
      else reject(new HttpError(500, `Failed to archive directory: ${stderr.trim() || error.message}`));
    });
  });
}

/** A file was written to while it was packed: the archive is whole all the same. */
function isOfAChange({ code }: ExecFileException): boolean {
  return code === 1;
}
