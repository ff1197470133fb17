import { assignments } from '../../../platform/shell.ts';

/** Where the disk of a sandbox is mounted in its container. */
export const MOUNT = '/workspace';

/** The prefix of the output line with the path of the disk, when it is not at the mount point. */
const ROOT = 'root ';

/**
 * Finds the disk of the sandbox: next to the conversations, by the agent server's setting for them, or else where it
 * was started. In a container that is the mount point; without a container it can be anywhere.
 */
export const atRoot = `case "\${OH_CONVERSATIONS_PATH:-}" in
  /*) root="\${OH_CONVERSATIONS_PATH%/*}"; echo "${ROOT}$root" ;;
  *) root="$(pwd)" ;;
esac
cd -- "$root" || exit 1`;

/** Begins every script for a conversation's files: enters the working directory or a directory under it. */
export function inWorkingDirectory(workingDir: string, directory = '.'): string {
  return `${assignments({ working_dir: belowMount(workingDir), directory })}
${atRoot}
mkdir -p -- "$working_dir" && cd -- "$working_dir" && cd -- "./$directory" || exit 1`;
}

/** Sets `$directory` to where an agent server keeps a conversation, even before the conversation exists. */
export function inConversation(hexId: string): string {
  return `${assignments({ id: hexId })}
${atRoot}
directory="\${OH_CONVERSATIONS_PATH:-conversations}/$id"`;
}

/** The path of the disk for the agent server, from a script's output. */
export function rootIn(output: string): string {
  const line = output.split('\n').find((text) => text.startsWith(ROOT));
  return line?.slice(ROOT.length) ?? MOUNT;
}

/** The path of a directory for the agent server. */
export function agentPath(root: string, workingDir: string, directory: string): string {
  const below = belowMount(workingDir);
  const base = below.startsWith('/') ? below : [root, below].filter((part) => part !== '.').join('/');
  return directory === '.' ? base : `${base}/${directory}`;
}

/** The directory of a repository under the working directory; without a repository, the working directory itself. */
export function projectDirectory(repository: string | null): string {
  return repository === null ? '.' : (repository.split('/').at(-1) ?? repository);
}

/** A path below the mount point relative to it, `.` for itself. Other paths stay as they are. */
export function belowMount(path: string): string {
  if (path === MOUNT) return '.';
  return path.startsWith(`${MOUNT}/`) ? path.slice(MOUNT.length + 1) : path;
}

/**
 * A directory for data that a start leaves for its own later steps, accessible only to its user: outside the repository
 * and, if the home directory is, outside the kept disk. It is lost with the machine, like the programs that a setup
 * installs.
 */
export const scratchDirectory = `scratch="\${HOME:-/tmp}/.conversation-start"
mkdir -p "$scratch" && chmod 700 "$scratch" || exit 1`;

/**
 * Lets one script run at a time. A second run, by a worker that took over, waits until the first is done and then finds
 * its results. A process that may outlive the script must close descriptor 9, or it would keep the lock.
 */
export const oneAtATime = `exec 9>"$scratch/lock" || exit 1
if command -v flock >/dev/null; then flock 9; fi`;
