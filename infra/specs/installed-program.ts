import { accessSync, constants, existsSync, globSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
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

/** Stands for the agent server in the command of a spec. The local service knows where it is, and whether. */
export const AGENT_SERVER_PLACEHOLDER = '{agent-server}';

/** Whether this machine can give the agent server its workspace at /workspace. macOS cannot. */
export function canRunAgentServer(environment: Environment): boolean {
  return onPath('unshare', environment) !== undefined;
}

/** The installed agent server: `OPENHANDS_AGENT_SERVER`, or `agent-server` on the PATH. It needs `unshare`. */
export function installedAgentServer(environment: Environment): string | undefined {
  if (!canRunAgentServer(environment)) return undefined;
  const named = environment.OPENHANDS_AGENT_SERVER;
  return named ? [named].find(isExecutable) : onPath('agent-server', environment);
}

/** Marks a spec whose program is not installed on this machine. */
export function withAvailability(spec: SandboxSpec, environment: Environment): SandboxSpec {
  const requires = spec.local === false ? undefined : spec.local.requires;
  if (!requires || onPath(requires.program, environment)) return spec;
  return { ...spec, unavailable: { reason: notInstalled(requires.program), install: requires.install } };
}

/** Why a sandbox cannot start without a program. */
export function notInstalled(program: string): string {
  const name = program === AGENT_SERVER_PLACEHOLDER ? 'the OpenHands agent server' : program;
  return `${name} is not installed on this machine`;
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

const NAME = /^openhands_agent_server-(.+)\.dist-info$/;

/** The release that pip installed, or undefined. @param program the executable of a virtual environment */
export function installedRelease(program: string): string | undefined {
  if (!existsSync(program)) return undefined;
  const environments = [dirname(dirname(program)), dirname(dirname(realpathSync(program)))];
  const found = environments.flatMap((root) =>
    globSync(join(root, 'lib/python3*/site-packages/openhands_agent_server-*.dist-info')),
  );
  return NAME.exec(basename(found[0] ?? ''))?.[1];
}
