import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { SandboxSpec } from './schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of a program on the `PATH`. */
function onPath(name: string, { PATH = '' }: Environment): string | undefined {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Absent or not executable.
    return false;
  }
}

/** The installed agent server: `OPENHANDS_AGENT_SERVER`, or `agent-server` on the PATH. It needs `unshare`. */
export function installedAgentServer(environment: Environment): string | undefined {
  if (!onPath('unshare', environment)) return undefined;
  const named = environment.OPENHANDS_AGENT_SERVER;
  return named ? [named].find(isExecutable) : onPath('agent-server', environment);
}

/** The port of VS Code in a container. */
const VSCODE = 8001;

/** The real path of VS Code for browsers on the PATH: `openvscode-server`, or else `code-server`. */
export function installedEditor(environment: Environment): string | undefined {
  const found = onPath('openvscode-server', environment) ?? onPath('code-server', environment);
  return found === undefined ? undefined : realpathSync(found);
}

/** Adds VS Code to the sandboxes of a spec. */
export function withEditor(spec: SandboxSpec, program: string): SandboxSpec {
  if (spec.local === false) return spec;
  const command = [...spec.local.command, '--vscode', program, '--vscode-port', '{port:VSCODE}'];
  return { ...spec, ports: { ...spec.ports, VSCODE }, local: { ...spec.local, command } };
}
