import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { download, folderArchive, packFolder, versionOf } from '../../../../shared/client/file-downloads.ts';
import { type FileEntry, forget, type TransferOptions } from '../../../../shared/client/files.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { Failure, wrongUsage } from '../../output/failure.ts';
import { entryAt } from './list-files.ts';
import { filesOf, nameIn, type Place, type ReadablePlace } from './place.ts';
import { unpackFolder } from './unpack-folder.ts';

export interface CopyOut {
  readonly from: ReadablePlace;
  /** A local path, or `-` for stdout. */
  readonly to: string;
  readonly isRecursive: boolean;
  readonly options: TransferOptions;
  /** Prints a remark. */
  readonly say: (text: string) => void;
}

/** Downloads a file or a folder. */
export async function copyOut(
  client: ServiceClient,
  { from, to, isRecursive, options, say }: CopyOut,
): Promise<number> {
  const entry = await entryAt(client, from, options.resume ?? false);
  const isFolder = (entry.target_type ?? entry.type) === 'directory';
  if (!isFolder) return to === '-' ? print(client, from, options) : saveAs(client, from, entry, to, options);
  if (!isRecursive || to === '-')
    throw wrongUsage(`${from.path} is a folder.`, 'Copy it to a folder with --recursive (-r).');
  return entry.source === 'snapshot' || 'snapshotId' in from
    ? saveSavedFolder(client, from, to, options, say)
    : saveFolder(client, from, to, options, say);
}

/** Writes a file to stdout. */
export async function print(client: ServiceClient, place: ReadablePlace, options: TransferOptions) {
  const of = filesOf(place);
  const version = await versionOf(client.api, of, place.path, options);
  const pieces = download(client.api, of, place.path, version, options);
  await pipeline(pieces, process.stdout, { end: false });
  return version.size;
}

async function saveAs(
  client: ServiceClient,
  from: ReadablePlace,
  { mode, modified_at: modified }: FileEntry,
  to: string,
  options: TransferOptions,
): Promise<number> {
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => to.endsWith('/'),
  );
  const target = isFolder ? join(to, nameIn(from.path)) : to;
  const size = await save(client, from, target, options);
  await chmod(target, Number.parseInt(mode, 8) & 0o777);
  await utimes(target, new Date(), new Date(modified));
  return size;
}

/**
 * Writes a file beside its place and renames it. The name has the version, so that the same command continues after a
 * cut.
 */
async function save(
  client: ServiceClient,
  place: ReadablePlace,
  to: string,
  options: TransferOptions,
): Promise<number> {
  const of = filesOf(place);
  const { path } = place;
  const version = await versionOf(client.api, of, path, options);
  const mark = createHash('sha256')
    .update(`${JSON.stringify(of)} ${path} ${version.etag}`)
    .digest('hex')
    .slice(0, 12);
  const part = join(dirname(to), `.${basename(to)}.${mark}.part`);
  await mkdir(dirname(to), { recursive: true });
  const file = await open(part, 'a', 0o600).catch((error: Error) => {
    throw new Failure(`Cannot write ${to}: ${error.message}`);
  });
  try {
    const { size: from } = await file.stat();
    if (from > version.size) await file.truncate(0);
    const start = from > version.size ? 0 : from;
    for await (const piece of download(client.api, of, path, version, { ...options, from: start }))
      await file.appendFile(piece);
  } finally {
    await file.close();
  }
  await rename(part, to);
  return version.size;
}

/** As `cp -r`: into the folder if it exists, otherwise as it. */
async function saveFolder(
  client: ServiceClient,
  from: Place,
  to: string,
  options: TransferOptions,
  say: CopyOut['say'],
): Promise<number> {
  const { api } = client;
  const target = await targetIn(to, from.path);
  const packed = await packFolder(api, from.sandboxId, from.path, options);
  const archive = join(dirname(target), `.${basename(target)}.${packed.id}.tar.gz`);
  try {
    const place = { sandboxId: from.sandboxId, path: packed.content_path ?? '' };
    const size = await save(client, place, archive, options);
    await unpackFolder(archive, target, say);
    return size;
  } finally {
    await rm(archive, { force: true });
    await forget(api, from.sandboxId, packed.id);
  }
}

/** The same for a folder that is packed from a snapshot, in one response. */
async function saveSavedFolder(
  client: ServiceClient,
  from: ReadablePlace,
  to: string,
  options: TransferOptions,
  say: CopyOut['say'],
): Promise<number> {
  const target = await targetIn(to, from.path);
  const archive = join(dirname(target), `.${basename(target)}.${process.pid}.tar.gz`);
  await mkdir(dirname(target), { recursive: true });
  try {
    const { body } = await folderArchive(client.api, filesOf(from), from.path, options);
    if (body === null) throw new Failure(`${from.path} arrived without a content.`);
    await pipeline(body, createWriteStream(archive, { mode: 0o600 }));
    const { size } = await stat(archive);
    await unpackFolder(archive, target, say);
    return size;
  } finally {
    await rm(archive, { force: true });
  }
}

/** Into the folder if it exists, otherwise as it. */
async function targetIn(to: string, path: string): Promise<string> {
  const exists = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return exists ? join(to, nameIn(path)) : to;
}
