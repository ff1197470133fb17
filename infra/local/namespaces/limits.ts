import { release } from 'node:os';
import { findProgram } from '../programs/executables.ts';

/** Processes and threads of one sandbox. A browser with Node and an editor has a few hundred. */
const PROCESSES = 2_048;

/**
 * Memory that one process can write to. Its address space is not limited, because V8 and WebAssembly reserve terabytes
 * of it without use.
 */
const GIBIBYTES = 8;

/** What bounds a sandbox on this machine. */
export interface SandboxLimits {
  /** Sets the limits for the command after it; empty without a program that can. */
  readonly command: readonly string[];
  /** What is limited and what is not: a clause for the person who starts the service. */
  readonly summary: string;
}

/** Since this version of Linux, a limit of processes counts those of a namespace and not all of the user. */
const COUNTED_BY_NAMESPACE = [5, 14] as const;

export async function findLimits(
  searchPath: string,
  { uid = process.getuid?.() ?? 0, kernel = release(), processes = PROCESSES } = {},
): Promise<SandboxLimits> {
  const prlimit = await findProgram('prlimit', searchPath);
  if (prlimit === undefined) {
    return { command: [], summary: 'unlimited processes, memory and disk, because prlimit is not installed' };
  }
  const memory = `${GIBIBYTES} GiB of memory for each process`;
  const why = processesUncounted(uid, kernel);
  const limits = ['--core=0', `--data=${GIBIBYTES * 2 ** 30}`, ...(why === undefined ? [`--nproc=${processes}`] : [])];
  return {
    command: [prlimit, ...limits, '--'],
    summary: `${why === undefined ? `${processes} processes` : `unlimited processes (${why})`}, ${memory}, unlimited disk`,
  };
}

/** Undefined when the kernel can limit the processes of a namespace. */
function processesUncounted(uid: number, kernel: string): string | undefined {
  if (uid === 0) return 'the service runs as root';
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  const [first, second] = COUNTED_BY_NAMESPACE;
  return major > first || (major === first && minor >= second) ? undefined : `Linux ${major}.${minor} is too old`;
}
