import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The local agent server: `OPENHANDS_AGENT_SERVER`, or `agent-server` on the PATH, given an `unshare`. */
export function installedAgentServer(environment: Environment): string | undefined {
  if (!onPath('unshare', environment)) return undefined;
  const named = environment.OPENHANDS_AGENT_SERVER;
  return named ? [named].find(isExecutable) : onPath('agent-server', environment);
}

function onPath(name: string, { PATH = '' }: Environment): string | undefined {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Absent or not executable: either way it cannot be started.
    return false;
  }
}
