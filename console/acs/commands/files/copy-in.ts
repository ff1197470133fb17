import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Upload, uploadTo } from '../../../../shared/client/file-uploads.ts';
import type { TransferOptions } from '../../../../shared/client/files.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { Failure, wrongUsage } from '../../output/failure.ts';
import { packFolder } from './pack-folder.ts';
import type { Place } from './place.ts';

export interface CopyIn {
  /** A local path, or `-` for stdin. */
  readonly from: string;
  readonly to: Place;
  readonly isRecursive: boolean;
  readonly options: TransferOptions;
  /** Prints a remark. */
  readonly say: (text: string) => void;
}

/** Uploads a file, a folder or stdin. Stdin and folders wait in a temporary file, as their size must be known. */
export async function copyIn(client: ServiceClient, { from, to, isRecursive, options, say }: CopyIn): Promise<number> {
  if (from === '-') {
    return inTemporary(async (file) => {
      await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }));
      return send(client, file, to, { kind: 'file', path: to.path }, options);
    });
  }
  const found = await stat(from).catch((error: Error) => {
    throw new Failure(`Cannot read ${from}: ${error.message}`);
  });
  if (found.isDirectory()) {
    if (!isRecursive) throw wrongUsage(`${from} is a folder.`, 'Copy it with --recursive (-r).');
    return inTemporary(async (file) => {
      await packFolder(from, file, say);
      return send(client, file, to, { kind: 'folder', path: to.path }, options);
    });
  }
  const upload = {
    kind: 'file',
    path: to.path,
    mode: (found.mode & 0o777).toString(8).padStart(3, '0'),
    modified_at: found.mtime.toISOString(),
  } as const;
  return send(client, from, to, upload, options);
}

/** The path of a copied file: inside the directory if there is one of that name. */
export function targetOf(from: string, to: string, isDirectory: boolean): string {
  return isDirectory || to.endsWith('/') ? `${to.replace(/\/+$/, '')}/${basename(from)}` : to;
}

async function send(
  client: ServiceClient,
  file: string,
  { sandboxId }: Place,
  upload: Upload,
  options: TransferOptions,
): Promise<number> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const slice = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      if (bytesRead < bytes.length) throw new Failure(`${file} became shorter while it was copied.`, 'Copy it again.');
      return bytes;
    };
    await uploadTo(client.api, sandboxId, { size, slice }, upload, options);
    return size;
  } finally {
    await handle.close();
  }
}

async function inTemporary<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'acs-'));
  try {
    return await use(join(folder, 'content'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
