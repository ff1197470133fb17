import { mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

const segment = /^[A-Za-z0-9_-]+$/;
const ownPlace = /^[A-Za-z0-9_-]+\.[0-9a-f]{32}$/;

/** `<owner>/<sandbox>` for a startedBy such as `owner/sandbox/3`. Other tasks get a folder in `.tasks`. */
export function workspaceOf(startedBy: string | undefined, taskId: string): string {
  const [owner, sandbox] = (startedBy ?? '').split('/');
  return owner && sandbox ? `${owner}/${sandbox}` : `.tasks/${taskId}`;
}

/** The workspace of a task while another one uses that of its sandbox. The dot keeps it apart from every sandbox. */
export function workspaceBeside(workspace: string, taskId: string): string {
  return isOwnWorkspace(workspace) ? workspace : `${workspace}.${taskId}`;
}

/** Whether a workspace belongs to a single task, and is deleted with it. */
export function isOwnWorkspace(workspace: string): boolean {
  return workspace.startsWith('.tasks/');
}

/** The directories of tasks: where their volumes are mounted, or plain directories without a volume. */
export class Workspaces {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** The absolute path of a workspace. @throws RangeError when it would be outside the workspaces folder */
  path(workspace: string): string {
    const [owner = '', name = '', ...rest] = workspace.split('/');
    const isName = segment.test(name) || ownPlace.test(name);
    if ((owner !== '.tasks' && !segment.test(owner)) || !isName || rest.length > 0) {
      throw new RangeError(`'${workspace}' does not name a workspace.`);
    }
    return join(this.#root, owner, name);
  }

  async ensure(workspace: string): Promise<string> {
    const path = this.path(workspace);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Deletes a workspace. Does nothing when it is missing. */
  async delete(workspace: string): Promise<void> {
    const path = this.path(workspace);
    if (!(await this.#holds(dirname(path)))) return;
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }

  /** False when the folder does not exist. What a sandbox's link leads to is not ours to delete. */
  async #holds(folder: string): Promise<boolean> {
    try {
      const [root, real] = await Promise.all([realpath(this.#root), realpath(folder)]);
      if (real.startsWith(root + sep)) return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
    throw new RangeError(`${folder} leads outside the workspaces folder.`);
  }
}
