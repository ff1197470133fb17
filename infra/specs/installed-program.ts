import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { SandboxSpec } from './schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a program lies in the folders of `PATH`; undefined where it is in none. */
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

/** The local agent server: `OPENHANDS_AGENT_SERVER`, or `agent-server` on the PATH, given an `unshare`. */
export function installedAgentServer(environment: Environment): string | undefined {
  if (!onPath('unshare', environment)) return undefined;
  const named = environment.OPENHANDS_AGENT_SERVER;
  return named ? [named].find(isExecutable) : onPath('agent-server', environment);
}

/** The port that VS Code has in a container. */
const VSCODE = 8001;

/** VS Code for browsers on this machine: `openvscode-server`, else `code-server`, on the PATH. Without links. */
export function installedEditor(environment: Environment): string | undefined {
  const found = onPath('openvscode-server', environment) ?? onPath('code-server', environment);
  return found === undefined ? undefined : realpathSync(found);
}

/** A spec of the reference agent whose sandboxes have this VS Code, too. */
export function withEditor(spec: SandboxSpec, program: string): SandboxSpec {
  if (spec.local === false) return spec;
  const command = [...spec.local.command, '--vscode', program, '--vscode-port', '{port:VSCODE}'];
  return { ...spec, ports: { ...spec.ports, VSCODE }, local: { ...spec.local, command } };
}
