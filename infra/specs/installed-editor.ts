import { realpathSync } from 'node:fs';
import { type Environment, onPath } from './installed-program.ts';
import type { SandboxSpec } from './schema.ts';

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
