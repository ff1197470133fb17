import { readdirSync, readFileSync } from 'node:fs';

/** The ids of all processes. Empty on systems other than Linux. */
export function processIds(): readonly number[] {
  const names = readOrSkip(() => readdirSync('/proc')) ?? [];
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

export function parentOf(pid: number): number | undefined {
  const stat = readOrSkip(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The state and the parent come after a name in parentheses, which can contain any character.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** The command line of a process. Empty if it has ended. */
export function commandOf(pid: number): string {
  return readOrSkip(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()) ?? '';
}

/** Returns undefined if the process or file has disappeared. */
export function readOrSkip<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
