import {
  chmodSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyContent } from './copy-content.ts';

/**
 * Copies a folder as a disk would keep it: modes, times, symbolic links and hard links are preserved. Sockets and pipes
 * are left out. File systems that can share blocks between files do so.
 *
 * @param live the folder may change during the copy: files that disappear are left out
 * @throws Error of the file system, and leaves the target incomplete
 */
export function copyTree(source: string, target: string, { live }: { readonly live: boolean }): void {
  new TreeCopy(live).folder(source, target, lstatSync(source));
}

/** Deletes a folder, including write-protected content. Does nothing when it is missing. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!isRefused(error)) throw error;
    openFolders(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

class TreeCopy {
  readonly #live: boolean;
  /** The first copy of each hard-linked file. */
  readonly #linked = new Map<string, string>();

  constructor(live: boolean) {
    this.#live = live;
  }

  folder(source: string, target: string, stats: Stats): void {
    mkdirSync(target, { mode: 0o700 });
    this.#opened(source, stats, () => {
      for (const name of readdirSync(source)) this.#entry(join(source, name), join(target, name));
    });
    chmodSync(target, stats.mode);
    lutimesSync(target, stats.atimeMs / 1000, stats.mtimeMs / 1000);
  }

  #entry(source: string, target: string): void {
    try {
      const stats = lstatSync(source);
      if (stats.isDirectory()) this.folder(source, target, stats);
      else if (stats.isSymbolicLink()) {
        symlinkSync(readlinkSync(source), target);
        lutimesSync(target, stats.atimeMs / 1000, stats.mtimeMs / 1000);
      } else if (stats.isFile()) this.#file(source, target, stats);
    } catch (error) {
      if (this.#live && isAbsent(error)) return;
      throw error;
    }
  }

  #file(source: string, target: string, stats: Stats): void {
    const identity = `${stats.dev}:${stats.ino}`;
    const first = stats.nlink > 1 ? this.#linked.get(identity) : undefined;
    if (first !== undefined) {
      linkSync(first, target);
      return;
    }
    this.#opened(source, stats, () => copyContent(source, target, stats.size));
    chmodSync(target, stats.mode);
    lutimesSync(target, stats.atimeMs / 1000, stats.mtimeMs / 1000);
    if (stats.nlink > 1) this.#linked.set(identity, target);
  }

  /** Reads even what its owner cannot: a disk is copied whatever its modes are. */
  #opened(path: string, stats: Stats, read: () => void): void {
    const needed = stats.isDirectory() ? 0o500 : 0o400;
    if ((stats.mode & needed) === needed) {
      read();
      return;
    }
    chmodSync(path, stats.mode | needed);
    try {
      read();
    } finally {
      chmodSync(path, stats.mode);
    }
  }
}

function openFolders(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name));
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}
