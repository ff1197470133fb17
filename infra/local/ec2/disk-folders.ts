import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workspaces } from '../ecs/workspaces.ts';
import type { VolumeRecord } from './records.ts';

/** Where content that belongs to no volume goes when its place is needed. */
const ASIDE = '.aside';

/**
 * The folders that stand for volumes and snapshots. Mounting a volume moves its folder to the place of a workspace, so that a program sees its files at the same
 * path in every generation. A folder is always in one place only: at home, under `volumes`, or at its mount.
 */
export class DiskFolders {
  readonly #root: string;
  readonly #workspaces: Workspaces;

  constructor(stateDirectory: string, workspaces: Workspaces) {
    this.#root = stateDirectory;
    this.#workspaces = workspaces;
  }

  /** The folder of a volume that is not mounted. */
  home(volumeId: string): string {
    return join(this.#root, 'volumes', volumeId);
  }

  snapshot(snapshotId: string): string {
    return join(this.#root, 'snapshots', snapshotId);
  }

  /** Where a folder is made before it is complete. */
  partial(folder: string): string {
    return `${folder}.partial`;
  }

  /** The folder of a volume wherever it is now, or undefined when it is nowhere. */
  async find({ id, workspace }: VolumeRecord): Promise<string | undefined> {
    const home = this.home(id);
    // What lies at home is the volume's own: nothing but this service puts anything there.
    if (await exists(home)) return home;
    const mount = workspace === undefined ? undefined : this.#workspaces.path(workspace);
    return mount !== undefined && (await isFolder(mount)) ? mount : undefined;
  }

  async has(folder: string): Promise<boolean> {
    return isFolder(folder);
  }

  async make(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  async makeParentOf(folder: string): Promise<void> {
    await this.make(dirname(folder));
  }

  /** Gives a complete folder its own name. */
  async complete(folder: string): Promise<void> {
    await move(this.partial(folder), folder);
  }

  /** Moves a volume to its workspace, unless it is there. What was in that place and belongs to no volume is moved aside, never mixed in and never lost. */
  async mount(volumeId: string, workspace: string): Promise<void> {
    const home = this.home(volumeId);
    const mount = this.#workspaces.path(workspace);
    if (!(await exists(home))) return;
    if (await exists(mount)) await this.#setAside(workspace, mount);
    await move(home, mount);
  }

  /** Moves a volume back home, unless it is there. A program that deleted the very folder of its workspace leaves an empty disk, as it would on a real one. */
  async unmount(volumeId: string, workspace: string): Promise<void> {
    const home = this.home(volumeId);
    const mount = this.#workspaces.path(workspace);
    if (await exists(home)) return;
    if (await isFolder(mount)) {
      await move(mount, home);
      return;
    }
    // A link in its place leads to what is not the volume's.
    if (await exists(mount)) await this.#setAside(workspace, mount);
    await this.make(home);
  }

  /** Makes the content of a workspace that belongs to no volume that of a volume. */
  async adopt(volumeId: string, workspace: string): Promise<void> {
    const mount = this.#workspaces.path(workspace);
    const home = this.home(volumeId);
    if (await exists(home)) return;
    if (await isFolder(mount)) await move(mount, home);
    else await this.make(home);
  }

  /** The workspaces that are there. */
  async workspaces(): Promise<readonly string[]> {
    const root = join(this.#root, 'workspaces');
    const owners = (await foldersIn(root)).filter((owner) => !owner.startsWith('.'));
    const found = await Promise.all(
      owners.map(async (owner) => (await foldersIn(join(root, owner))).map((sandbox) => `${owner}/${sandbox}`)),
    );
    return found.flat();
  }

  async #setAside(workspace: string, mount: string): Promise<void> {
    const name = `${workspace.replace('/', '.')}.${new Date().toISOString().replaceAll(':', '')}`;
    await move(mount, join(this.#root, 'workspaces', ASIDE, name));
  }
}

async function exists(path: string): Promise<boolean> {
  return (await look(path)) !== undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await look(path))?.isDirectory() ?? false;
}

async function look(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if (!isCode(error, 'EACCES')) throw error;
    // A folder that its owner may not write to can not be moved to another one.
    const { mode } = await lstat(from);
    await chmod(from, mode | 0o200);
    await rename(from, to);
    await chmod(to, mode);
  }
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
