/** A text as one word of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Variables of a script. Scripts get whatever comes from outside in this way, and never as a part of their own text. */
export function assignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('\n');
}

/** Where the disk of a sandbox is mounted in its container. */
const MOUNT = '/workspace';

/** What begins the line in which a script says where the disk is, when it is elsewhere. */
export const ROOT = 'root ';

/**
 * Finds the disk of the sandbox: beside the conversations, where the agent server was told to keep them, and otherwise where it started. In a container that is
 * where it is mounted; an agent server without a container around it has it anywhere.
 */
const atRoot = `case "\${OH_CONVERSATIONS_PATH:-}" in
  /*) root="\${OH_CONVERSATIONS_PATH%/*}"; echo "${ROOT}$root" ;;
  *) root="$(pwd)" ;;
esac
cd -- "$root" || exit 1`;

/** Begins every script that deals with the files of a conversation: in the working directory, or in a directory under it. */
export function inWorkingDirectory(workingDir: string, directory = '.'): string {
  return `${assignments({ working_dir: belowMount(workingDir), directory })}
${atRoot}
mkdir -p -- "$working_dir" && cd -- "$working_dir" && cd -- "$directory" || exit 1`;
}

/** In the directory in which an agent server keeps a conversation, which need not know it yet. */
export function inConversation(hexId: string): string {
  return `${assignments({ id: hexId })}
${atRoot}
directory="\${OH_CONVERSATIONS_PATH:-conversations}/$id"`;
}

/** Where the disk is as the agent server knows it, from what a script said. */
export function rootIn(output: string): string {
  const line = output.split('\n').find((text) => text.startsWith(ROOT));
  return line?.slice(ROOT.length) ?? MOUNT;
}

/** A directory as the agent server knows it. */
export function agentPath(root: string, workingDir: string, directory: string): string {
  const below = belowMount(workingDir);
  const base = below.startsWith('/') ? below : [root, below].filter((part) => part !== '.').join('/');
  return directory === '.' ? base : `${base}/${directory}`;
}

function belowMount(path: string): string {
  if (path === MOUNT) return '.';
  return path.startsWith(`${MOUNT}/`) ? path.slice(MOUNT.length + 1) : path;
}

/**
 * A place for what a start leaves for its own later steps, open to its user alone: outside the repository and, where the home directory is, outside the kept disk. It
 * goes with the machine, as what a set-up installed does.
 */
export const scratchDirectory = `scratch="\${HOME:-/tmp}/.conversation-start"
mkdir -p "$scratch" && chmod 700 "$scratch" || exit 1`;

/**
 * Lets one script at a time pass. Whoever is called a second time, as the worker that called first has died, waits here until the first script is done, and then finds
 * what it left. Descriptor 9 has to be closed for what may outlive the script: the lock would outlive it too.
 */
export const oneAtATime = `exec 9>"$scratch/lock" || exit 1
if command -v flock >/dev/null; then flock 9; fi`;
