import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CACHE_CONTROL } from '../../console/headers.ts';
import { contentTypeOf } from './content-types.ts';

export interface SiteFile {
  readonly contentType: string;
  readonly cacheControl: string;
  /** By which a client asks whether it has changed. */
  readonly etag: string;
  read(): Promise<Buffer>;
}

/** The files of a built console by the paths of their addresses: what is not among them cannot be asked for. */
export async function readSite(directory: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, SiteFile]> => {
        const path = `/${relative(directory, file).split(sep).join('/')}`;
        return [path, fileOf(path, await tagOf(path, file), () => readFile(file))];
      }),
    ),
  );
}

/** A file that is made at the start of the service. */
export function madeFile(path: string, text: string): SiteFile {
  const content = Buffer.from(text);
  return fileOf(path, hashOf(content), async () => content);
}

function fileOf(path: string, hash: string, read: SiteFile['read']): SiteFile {
  return {
    contentType: contentTypeOf(path),
    cacheControl: isAsset(path) ? CACHE_CONTROL.assets : CACHE_CONTROL.pages,
    etag: `"${hash}"`,
    read,
  };
}

/** The name of a hashed file says what is in it: there are hundreds of them. */
async function tagOf(path: string, file: string): Promise<string> {
  return hashOf(isAsset(path) ? path : await readFile(file));
}

const isAsset = (path: string): boolean => path.startsWith('/assets/');

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
