import { readdir, readFile } from 'node:fs/promises';

/** Kills a task's daemons outside its process group, by their home directory, the workspace. Linux only. */
export async function killStrays(workspacePath: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  await Promise.all(pids.map((pid) => killIfAtHome(pid, workspacePath)));
}

async function killIfAtHome(pid: string, workspacePath: string): Promise<void> {
  try {
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    if (environment.includes(`HOME=${workspacePath}`)) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // The process ended, or belongs to someone else: then it is none of ours.
  }
}
