import { type Reach, type ReachDeps, reachSandbox } from '../sandboxes/agent/reach-sandbox.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { type GivenPath, SandboxPath } from './sandbox-path.ts';

/** The maximum wait for a sandbox that resumes, in milliseconds: the scripts need the rest of the function's time. */
const PATIENCE = 12_000;

interface Files {
  readonly agent: SandboxAgent;
  /** Resolves a path of the request against the working directory. */
  readonly pathOf: (given: GivenPath) => SandboxPath;
}

/** @throws as `reachSandbox` */
export async function reachFiles(reach: Omit<Reach, 'patience'>, deps: ReachDeps): Promise<Files> {
  const agent = await reachSandbox({ ...reach, patience: PATIENCE }, deps);
  return { agent, pathOf: (given) => SandboxPath.of(given, agent.sandbox.working_dir) };
}
