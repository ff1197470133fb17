import { type Environment, isExecutable, onPath } from './installed-program.ts';

/** The local agent server: `OPENHANDS_AGENT_SERVER`, or `agent-server` on the PATH, given an `unshare`. */
export function installedAgentServer(environment: Environment): string | undefined {
  if (!onPath('unshare', environment)) return undefined;
  const named = environment.OPENHANDS_AGENT_SERVER;
  return named ? [named].find(isExecutable) : onPath('agent-server', environment);
}
