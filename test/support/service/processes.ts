import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function processes(): Promise<readonly Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eww', '-o', 'pid=,ppid=,stat=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // A zombie has ended, but its parent has not reaped it.
    return command === undefined || state?.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

export async function familyOf(pid: number): Promise<readonly Process[]> {
  const all = await processes();
  const family = all.filter((process) => process.pid === pid);
  for (const { pid: parent } of family) family.push(...all.filter((process) => process.parent === parent));
  return family;
}

export async function everyProcessNaming(text: string): Promise<readonly Process[]> {
  return (await processes()).filter(({ command }) => command.includes(text));
}

/** Processes with a text on their command lines, except those that only hold namespaces. */
export async function processesNaming(text: string): Promise<readonly Process[]> {
  return innermost(await everyProcessNaming(text));
}

/** Those of a list that are no parent of another. */
export function innermost(found: readonly Process[]): readonly Process[] {
  return found.filter(({ pid }) => !found.some(({ parent }) => parent === pid));
}

export async function waitUntilGone(family: readonly Process[], text: string, milliseconds?: number): Promise<void> {
  const isOfFamily = (process: Process) =>
    family.some(({ pid, command }) => pid === process.pid && command === process.command);
  await eventually(
    `no process left of ${text}`,
    async () => {
      const left = (await processes()).filter((process) => isOfFamily(process) || process.command.includes(text));
      if (left.length > 0) throw new Error(left.map(({ pid, command }) => `${pid} ${command}`).join('\n'));
      return true;
    },
    milliseconds,
  );
}
