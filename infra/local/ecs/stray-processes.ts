import { readdir, readFile } from 'node:fs/promises';

/**
 * Kills what a task left behind outside its process group, such as a terminal multiplexer that made itself a daemon. Such processes are
 * known by the home directory they were started with, which is the task's own workspace. Only Linux lets them be found; elsewhere this
 * does nothing.
 */
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
