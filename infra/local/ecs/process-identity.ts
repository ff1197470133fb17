import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ProcessIdentity } from './task-record.ts';

/** The start of a live process, which tells it from others with its number; undefined for an ended one. */
export function markerOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? linuxMarker(pid) : psMarker(pid);
}

export async function isAlive({ pid, marker }: ProcessIdentity): Promise<boolean> {
  return (await markerOf(pid)) === marker;
}

async function linuxMarker(pid: number): Promise<string | undefined> {
  const [stat, bootId] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(unlessGone),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  if (stat === undefined) return undefined;
  // The second field is the program's name, which may hold spaces and brackets; the state follows the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', startedTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : `${bootId.trim()}:${startedTicks}`;
}

async function psMarker(pid: number): Promise<string | undefined> {
  const command = promisify(execFile)('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } });
  const output = await command.then(({ stdout }) => stdout).catch(unlessGone);
  const [state = '', ...started] = (output ?? '').trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Only the absence of a process says that it is gone: a look that failed for another reason says nothing. */
function unlessGone(error: { readonly code?: string | number }): undefined {
  // ENOENT and ESRCH come from /proc; 1 is the exit code of ps.
  if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 1) return undefined;
  throw error;
}
