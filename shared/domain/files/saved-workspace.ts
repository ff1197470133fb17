import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { BlockSource } from '../../platform/ext4/block-source.ts';
import { Ext4, ROOT_INODE } from '../../platform/ext4/ext4.ts';
import { Ext4Error, type Ext4Problem } from '../../platform/ext4/ext4-error.ts';
import type { Inode } from '../../platform/ext4/inode.ts';
import { MOUNT } from '../sandboxes/agent/workspace-scripts.ts';
import type { SandboxPath } from './sandbox-path.ts';
import type { SavedVolumes } from './saved-volumes.ts';

/** Of one request, metadata included. */
const BOUNDS = { bytes: 160 * 1024 * 1024, reads: 50_000, entries: 300_000 };

/** Linux's limit for the links on the way to a file. */
const MAX_LINKS = 40;

/** What a path leads to. */
export type Found =
  | { readonly kind: 'found'; readonly inode: Inode; readonly place: Place }
  | { readonly kind: 'missing' | 'not_directory' | 'outside' | 'circular' };

/** The names from the root of the disk to a file, one character for each byte. */
export type Place = readonly string[];

export interface SavedDeps {
  readonly volumes: SavedVolumes;
  readonly now: Clock;
}

/** Where the workspace is from, and so what callers can do when it cannot be read here. */
export type SavedOf = 'sandbox' | 'snapshot';

export interface SavedOptions {
  readonly of?: SavedOf;
  /** Instead of those of one request for one file or directory. */
  readonly bounds?: Partial<typeof BOUNDS>;
}

/** The file system on the disk of a sandbox, as it was saved. Permissions are shown, but not checked. */
export class SavedWorkspace {
  readonly of: SavedOf;
  readonly #files: Ext4;
  readonly #directories = new Map<number, Promise<ReadonlyMap<string, number>>>();
  readonly #inodes = new Map<number, Promise<Inode>>();

  private constructor(files: Ext4, of: SavedOf) {
    this.#files = files;
    this.of = of;
  }

  /** @param milliseconds for all reading @throws AppError as `SavedVolumes`; Ext4Error */
  static open(
    snapshotId: string,
    milliseconds: number,
    { volumes, now }: SavedDeps,
    options: SavedOptions = {},
  ): Promise<SavedWorkspace> {
    const source = volumes.open(snapshotId, AbortSignal.timeout(milliseconds));
    return SavedWorkspace.in(source, new Date(now().getTime() + milliseconds), now, options);
  }

  /** @param deadline for all reading @throws as `open` */
  static async in(
    source: BlockSource,
    deadline: Date,
    now: Clock,
    { of = 'sandbox', bounds = {} }: SavedOptions,
  ): Promise<SavedWorkspace> {
    const whole = { ...BOUNDS, ...bounds, deadline: deadline.getTime(), now: () => now().getTime() };
    return new SavedWorkspace(await Ext4.open(source, whole), of);
  }

  /** What a path leads to. @param followsLast whether a link at the end is followed @throws as `open` */
  async find(path: SandboxPath, followsLast: boolean): Promise<Found> {
    const names = path.belowMount;
    return names === undefined ? { kind: 'outside' } : this.#walk([], names, followsLast);
  }

  /** What a link leads to in the end. @throws as `open` */
  follow(place: Place): Promise<Found> {
    return this.#walk([], place, true);
  }

  /** The entries of a directory by name. @throws as `open` */
  async entries(directory: Inode): Promise<ReadonlyMap<string, number>> {
    const known = this.#directories.get(directory.number) ?? this.#list(directory);
    this.#directories.set(directory.number, known);
    return known;
  }

  /** @throws as `open` */
  inode(number: number): Promise<Inode> {
    const known = this.#inodes.get(number) ?? this.#files.inode(number);
    this.#inodes.set(number, known);
    return known;
  }

  /** @throws as `open` */
  target(link: Inode): Promise<string> {
    return this.#files.target(link);
  }

  /** @throws as `open` */
  content(file: Inode, start: number, end: number): AsyncGenerator<Uint8Array> {
    return this.#files.content(file, start, end);
  }

  async #list(directory: Inode): Promise<ReadonlyMap<string, number>> {
    const entries = new Map<string, number>();
    for await (const { name, inode } of this.#files.entries(directory)) entries.set(name, inode);
    return entries;
  }

  /** Each step takes a name or one of the few links, so it ends. */
  async #walk(from: Place, names: Place, followsLast: boolean): Promise<Found> {
    let place = [...from];
    let trail = [await this.inode(ROOT_INODE)];
    let left = [...names];
    let links = 0;
    while (true) {
      const name = left.shift();
      const here = trail.at(-1);
      if (!here) return { kind: 'outside' };
      if (name === undefined) return { kind: 'found', inode: here, place };
      if (here.type !== 'directory') return { kind: 'not_directory' };
      if (name === '' || name === '.') continue;
      if (name === '..') {
        trail.pop();
        place.pop();
        continue;
      }
      const number = (await this.entries(here)).get(name);
      if (number === undefined) return { kind: 'missing' };
      const inode = await this.inode(number);
      if (inode.type !== 'symlink' || (left.length === 0 && !followsLast)) {
        trail.push(inode);
        place.push(name);
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) return { kind: 'circular' };
      const target = await this.target(inode);
      if (target.startsWith('/')) {
        const below = belowMount(target);
        if (below === undefined) return { kind: 'outside' };
        trail = trail.slice(0, 1);
        place = [];
        left = [...below, ...left];
      } else left = [...target.split('/'), ...left];
    }
  }
}

/** The names of an absolute path below the mount point; undefined elsewhere. `..` is resolved later. */
function belowMount(path: string): readonly string[] | undefined {
  if (path === MOUNT || path.startsWith(`${MOUNT}/`)) return path.slice(MOUNT.length).split('/');
  return undefined;
}

/** What to do instead, as the end of a sentence. */
export const instead: Readonly<Record<SavedOf, string>> = {
  sandbox: 'resume the sandbox',
  snapshot: 'start a sandbox from the snapshot',
};

const failures: Readonly<Record<Ext4Problem, readonly ['bad_gateway' | 'conflict' | 'gateway_timeout', string]>> = {
  not_ext4: ['conflict', 'To read its files,'],
  unsupported: ['conflict', 'To read its files,'],
  corrupt: ['bad_gateway', 'To read its files,'],
  too_large: ['conflict', 'Request less, or'],
  too_slow: ['gateway_timeout', 'Request less, or'],
};

/** The work, whose error tells callers what to do. @throws AppError in place of Ext4Error */
export async function reading<T>(work: Promise<T>, of: SavedOf): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Ext4Error)) throw error;
    const [code, advice] = failures[error.problem];
    const message = `The saved workspace cannot be read. ${error.message} ${advice} ${instead[of]}.`;
    throw new AppError(code, message, { cause: error });
  }
}

/** @throws AppError */
export function notFound(found: Exclude<Found, { kind: 'found' }>, path: string, of: SavedOf): AppError {
  switch (found.kind) {
    case 'missing':
    case 'not_directory':
      return new AppError('not_found', `${path} does not exist.`);
    case 'circular':
      return new AppError('conflict', `${path} is a broken or circular symbolic link.`);
    case 'outside': {
      const message = `${path} is not below ${MOUNT}, and only that is saved. To read it, ${instead[of]}.`;
      return new AppError('conflict', message);
    }
  }
}
