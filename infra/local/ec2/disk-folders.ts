import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workspaces } from '../ecs/workspaces.ts';
import type { VolumeRecord } from './records.ts';

/** Where content that belongs to no volume is moved when its place is needed. */
const ASIDE = '.aside';

/** The folders of volumes and snapshots. A volume is at home, under `volumes`, or moved to its mount. */
export class DiskFolders {
  readonly #root: string;
  readonly #workspaces: Workspaces;

  constructor(stateDirectory: string, workspaces: Workspaces) {
    this.#root = stateDirectory;
    this.#workspaces = workspaces;
  }

  /** The folder of an unmounted volume. */
  home(volumeId: string): string {
    return join(this.#root, 'volumes', volumeId);
  }

  snapshot(snapshotId: string): string {
    return join(this.#root, 'snapshots', snapshotId);
  }

  /** Where a folder is filled before it gets its own name. */
  partial(folder: string): string {
    return `${folder}.partial`;
  }

  /** The current folder of a volume; undefined when it has none. */
  async find({ id, workspace }: VolumeRecord): Promise<string | undefined> {
    const home = this.home(id);
    // Only this service puts anything there, so the content is the volume's.
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

  /** Moves a volume to its workspace. Another folder in that place is moved aside, never lost. */
  async mount(volumeId: string, workspace: string): Promise<void> {
    const home = this.home(volumeId);
    const mount = this.#workspaces.path(workspace);
    if (!(await exists(home))) return;
    if (await exists(mount)) await this.#setAside(workspace, mount);
    await move(home, mount);
  }

  /** Moves a volume back home. When the workspace folder was deleted, the disk is empty, like a real one. */
  async unmount(volumeId: string, workspace: string): Promise<void> {
    const home = this.home(volumeId);
    const mount = this.#workspaces.path(workspace);
    if (await exists(home)) return;
    if (await isFolder(mount)) {
      await move(mount, home);
      return;
    }
    // A link leads to content that is not the volume's.
    if (await exists(mount)) await this.#setAside(workspace, mount);
    await this.make(home);
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
    // A folder that its owner cannot write to cannot be moved to another parent.
    const { mode } = await lstat(from);
    await chmod(from, mode | 0o200);
    await rename(from, to);
    await chmod(to, mode);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
