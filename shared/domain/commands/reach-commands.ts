import type { Caller } from '../../contract/endpoint/caller.ts';
import { type ReachDeps, reachSandbox } from '../sandboxes/agent/reach-sandbox.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { placeToWait } from '../sandboxes/waits/wait-for-status.ts';
import { type CheckDeps, checkStream } from './check-stream.ts';
import type { FollowDeps } from './follow-command.ts';

/** The longest wait for a sandbox to run, in milliseconds: API Gateway waits 29 seconds for a response. */
const PATIENCE = 24_000;

/** The limit of Lambda in milliseconds, for functions without one. */
const LONGEST = 900_000;

export type CommandDeps = ReachDeps & CheckDeps;

/** The agent of a sandbox, once it runs. @throws as `reachSandbox` */
export function reach(
  wanted: { readonly caller: Caller; readonly sandboxId: string; readonly resume: boolean },
  deps: ReachDeps,
): Promise<SandboxAgent> {
  return reachSandbox({ ...wanted, patience: PATIENCE }, deps);
}

/** For following a command of this sandbox within the time of a request. */
export function followDeps(
  caller: Caller,
  agent: SandboxAgent,
  { timeLeft = () => LONGEST }: { readonly timeLeft?: () => number },
  deps: CommandDeps,
): FollowDeps {
  return {
    now: deps.now,
    pause: deps.pause,
    timeLeft,
    takePlace: () => placeToWait(deps.places, caller, new Date(deps.now().getTime() + timeLeft())),
    check: () => checkStream(caller, agent, deps),
  };
}
