import type { Caller } from '../../contract/endpoint/caller.ts';
import { timestamp } from '../../platform/clock.ts';
import { retryLostRaces } from '../../platform/errors.ts';
import { type ReachDeps, reachSandbox } from '../sandboxes/agent/reach-sandbox.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { changed } from '../sandboxes/record/sandbox.ts';
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

/**
 * Counts the sandbox as in use for the stated time of a command, within its deadline, so that it is not paused as idle
 * when no client follows. A command that ends before the idle limit needs no write: its start is a use.
 */
export async function keepInUse(
  { sandbox: { owner_id: ownerId, sandbox_id: sandboxId, generation } }: SandboxAgent,
  seconds: number,
  { sandboxes, now }: Pick<ReachDeps, 'sandboxes' | 'now'>,
): Promise<void> {
  await retryLostRaces(async () => {
    const previous = await sandboxes.find(ownerId, sandboxId);
    if (!previous || previous.generation !== generation || previous.desired !== 'RUNNING') return;
    const end = timestamp(new Date(now().getTime() + seconds * 1000));
    const busy_until = end < previous.deadline_at ? end : previous.deadline_at;
    const isShort = seconds < previous.idle_minutes * 60;
    if (isShort || busy_until <= (previous.busy_until ?? '')) return;
    await sandboxes.save([{ previous, next: changed(previous, now(), { busy_until }) }]);
  });
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
