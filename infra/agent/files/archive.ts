import {
  createReadStream,
  createWriteStream,
  type Dirent,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarHeader, type TarPackController } from 'modern-tar';
import { log, reasonOf } from '../base/log.ts';
import { HttpError } from '../http/http-error.ts';
import { readChoice, readFlag } from '../http/query.ts';
import type { Settings } from '../settings/settings.ts';
import { readFilePath } from './file-paths.ts';

/** A file to send to a client. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable;
}

const timeoutMilliseconds = 60_000;

const manifestName = 'archive_manifest.json';

/**
 * Packs a directory into a .tar.gz archive, without links and directories that can be built or fetched again. A
 * manifest describes the archive, unless the directory has a file of that name. The temporary file is deleted when the
 * stream closes.
 *
 * @throws HttpError 413 when the directory is too large, 500 when packing fails
 */
export async function archiveOf(directory: string): Promise<Attachment> {
  const found = archived(directory);
  const name = basename(directory);
  const scratch = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    const target = join(scratch, 'archive.tar.gz');
    await pack(directory, name, found, target);
    const content = createReadStream(target);
    content.once('close', () => rmSync(scratch, { recursive: true, force: true }));
    return { name: `${name}.tar.gz`, type: 'application/gzip', bytes: statSync(target).size, content };
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

async function pack(directory: string, name: string, found: Archived, target: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const { readable, controller } = createTarPacker();
  const adding = addAll(directory, name, found, controller).catch((error) => controller.error(error));
  try {
    await pipeline(Readable.fromWeb(readable), createGzip(), createWriteStream(target), { signal });
    await adding;
  } catch (error) {
    const reason = reasonOf(error);
    throw new HttpError(500, `Failed to archive directory: ${reason}`);
  }
}

async function addAll(directory: string, name: string, found: Archived, tar: TarPackController): Promise<void> {
  const { directories, files, excludes } = found;
  for (const path of directories)
    await tar.add({ name: `${name}/${textOf(path)}`, type: 'directory', size: 0 }).close();
  let [count, total] = [0, 0];
  for (const path of files) {
    const size = await addFile(inside(directory, path), `${name}/${textOf(path)}`, tar);
    if (size === undefined) continue;
    count += 1;
    total += size;
  }
  if (!files.some((path) => textOf(path) === manifestName)) {
    const manifest = { excludes, file_count: count, format: 'tar.gz', source: name, total_bytes: total };
    const content = Buffer.from(JSON.stringify(manifest, undefined, 2));
    await add(tar, { name: `${name}/${manifestName}`, size: content.length }, content);
  }
  tar.finalize();
}

/** @returns its size; undefined for a file that cannot be read or has changed, which the archive leaves out */
async function addFile(path: Buffer, name: string, tar: TarPackController): Promise<number | undefined> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    log(`left out of an archive: ${name}: ${reasonOf(error)}`);
    return undefined;
  }
  await add(tar, { name, size: content.length }, content);
  return content.length;
}

async function add(tar: TarPackController, header: TarHeader, content: Uint8Array): Promise<void> {
  const writer = tar.add(header).getWriter();
  await writer.write(content);
  await writer.close();
}

/** The text of a path, as clients read it: U+FFFD for what is not UTF-8. */
function textOf(path: Buffer): string {
  return path.toString('utf8');
}

/** Paths are bytes, as names on Linux need not be UTF-8. */
function inside(directory: string | Buffer, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(directory), Buffer.from('/'), path]);
}

const mostEntries = 50_000;
const mostBytes = 1024 * 1024 * 1024;

/** Directories that can be fetched or built again, and git's files, which can contain tokens. */
const excludedDirectories = [
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  'dist',
  'build',
  '.next',
  'target',
];
const excludes = [...excludedDirectories.map((name) => `${name}/`), '*.pyc'];

interface Archived {
  /** Paths relative to the directory, which itself is the empty path. */
  readonly directories: readonly Buffer[];
  readonly files: readonly Buffer[];
  readonly excludes: readonly string[];
}

/** The files and directories of an archive, without links. @throws HttpError 413 */
function archived(directory: string): Archived {
  const directories: Buffer[] = [];
  const files: Buffer[] = [];
  let bytes = 0;
  const waiting: Buffer[] = [Buffer.alloc(0)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    directories.push(at);
    for (const entry of entriesOf(inside(directory, at))) {
      const path = at.length === 0 ? entry.name : inside(at, entry.name);
      const name = textOf(entry.name);
      if (entry.isDirectory() && !excludedDirectories.includes(name)) waiting.push(path);
      if (!entry.isFile() || name.endsWith('.pyc')) continue;
      files.push(path);
      bytes += statSync(inside(directory, path), { throwIfNoEntry: false })?.size ?? 0;
    }
    if (directories.length + files.length > mostEntries || bytes > mostBytes) {
      throw new HttpError(413, `The directory exceeds ${mostEntries} files and directories, or ${mostBytes} bytes`);
    }
  }
  return { directories, files, excludes };
}

/** The entries of a directory; none of one that cannot be read. */
function entriesOf(directory: Buffer): Dirent<Buffer>[] {
  try {
    return readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    log(`left out of an archive: ${textOf(directory)}: ${reasonOf(error)}`);
    return [];
  }
}

/** How many levels below a directory to search for its repository. */
const deepestRepository = 3;

/** Directories that can contain repositories of dependencies. */
const foreign = new Set(['node_modules', 'venv', 'site-packages', 'vendor']);

/**
 * The directory to archive: the only repository in the requested directory, or else that directory.
 *
 * @throws HttpError 422 for an unknown format, 501 for an unsupported one, 404 or 400 when there is no such directory,
 *   403 when it is outside the workspace
 */
export function archivePath(query: URLSearchParams, settings: Settings): string {
  const format = readChoice(query, 'format', ['git-delta', 'tar.gz']) ?? 'git-delta';
  const { real } = readFilePath(query, settings);
  const isOwnChoice =
    query.has('exclude') || (query.has('use_default_excludes') && !readFlag(query, 'use_default_excludes'));
  if (format !== 'tar.gz' || isOwnChoice) {
    throw new HttpError(501, 'This agent server makes archives of the format tar.gz, with the default excludes');
  }
  const found = statSync(real, { throwIfNoEntry: false });
  if (!found) throw new HttpError(404, 'Directory not found');
  if (!found.isDirectory()) throw new HttpError(400, 'Path is not a directory');
  const directory = realpathSync(real);
  if (/^\.\.(\/|$)/.test(relative(realpathSync(settings.workspace), directory))) {
    throw new HttpError(403, 'Path is not in the workspace');
  }
  const repositories = isRepository(directory) ? [directory] : repositoriesBelow(directory, deepestRepository);
  const [repository = directory] = repositories;
  return repositories.length === 1 ? repository : directory;
}

function repositoriesBelow(directory: string, depth: number): string[] {
  const below = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !foreign.has(entry.name))
    .map(({ name }) => join(directory, name));
  return below.flatMap((path) => {
    if (isRepository(path)) return [path];
    return depth > 1 ? repositoriesBelow(path, depth - 1) : [];
  });
}

function isRepository(directory: string): boolean {
  return existsSync(join(directory, '.git'));
}
