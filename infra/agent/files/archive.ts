import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar, type TarSource } from 'modern-tar/fs';
import type { Attachment } from '../http/attachment.ts';
import { HttpError } from '../http/http-error.ts';
import { type Archived, archived } from './archived-files.ts';

/** How long the packing may take. */
const timeoutMilliseconds = 60_000;

const manifestName = 'archive_manifest.json';

/**
 * The files below a directory as a gzip-ed tar archive, under the name of the directory. Links are left out, and so are
 * directories that are built or fetched again. A manifest describes the archive, unless the directory has a file of
 * that name.
 * The archive's file is removed when its content was read or given up.
 *
 * @throws HttpError 413 when there is too much of it, 500 when it cannot be packed.
 */
export async function archiveOf(directory: string): Promise<Attachment> {
  const found = archived(directory);
  const name = basename(directory);
  const scratch = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    const target = join(scratch, 'archive.tar.gz');
    await pack(sourcesOf(directory, name, found), target);
    const content = createReadStream(target);
    content.once('close', () => rmSync(scratch, { recursive: true, force: true }));
    return { name: `${name}.tar.gz`, type: 'application/gzip', bytes: statSync(target).size, content };
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

function sourcesOf(directory: string, name: string, found: Archived): readonly TarSource[] {
  const manifest = {
    excludes: found.excludes,
    file_count: found.files.length,
    format: 'tar.gz',
    source: name,
    total_bytes: found.bytes,
  };
  const content = JSON.stringify(manifest, undefined, 2);
  return [
    ...found.directories.map((path): TarSource => ({ type: 'content', content: null, target: `${join(name, path)}/` })),
    ...found.files.map((path): TarSource => {
      return { type: 'file', source: join(directory, path), target: join(name, path) };
    }),
    ...(found.files.includes(manifestName)
      ? []
      : [{ type: 'content', content, target: join(name, manifestName) } as const]),
  ];
}

async function pack(sources: readonly TarSource[], target: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  try {
    await pipeline(packTar(sources), createGzip(), createWriteStream(target), { signal });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HttpError(500, `Failed to archive directory: ${reason}`);
  }
}
