import { ifSeen } from '../../../contract/endpoint/audience.ts';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import type { StageLimits } from '../../billing/budgets/start-rules.ts';
import { changeIntent, requireWorkspace, resumeRequested } from '../intent/intents.ts';
import { type LimitDeps, policyFor, writeWithinLimit } from '../intent/within-limit.ts';
import { isUseUnrecorded } from '../record/conditions.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import { type SandboxStore, saveIfUnchanged } from '../store/sandbox-store.ts';
import { placeToWait, type WaitPlaces, waitInPlace } from '../waits/wait-for-status.ts';
import type { SandboxKeys } from './keys.ts';
import { type SandboxAgent, sandboxAgent } from './sandbox-agent.ts';

export interface ReachDeps extends LimitDeps {
  readonly sandboxes: SandboxStore;
  readonly keys: SandboxKeys;
  /** The concurrency limit of owners without a limit of their own. */
  readonly stageLimits: StageLimits;
  readonly places: WaitPlaces;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface Reach {
  readonly caller: Caller;
  readonly sandboxId: string;
  /** Whether to resume the sandbox if it is paused, and to wait until it runs. */
  readonly resume: boolean;
  /** The maximum wait in milliseconds, well below the timeout of the function. */
  readonly patience: number;
}

/**
 * The agent of an owner's sandbox. A sandbox that is deleted or of another owner reads as absent.
 *
 * @throws NotFoundError; AppError `conflict`, `gone` or `unavailable` unless it runs in the end; with `resume`, also
 * `concurrency_limit_exceeded` or `quota_exceeded` beyond the limits of the caller
 */
export async function reachSandbox(reach: Reach, deps: ReachDeps): Promise<SandboxAgent> {
  const agent = await reachable(reach, deps);
  await noteUse(agent.sandbox, deps);
  return agent;
}

/** A lost race needs no repetition: the other writer's use, or the end of the sandbox, counts instead. */
async function noteUse(previous: Sandbox, { sandboxes, now }: ReachDeps): Promise<void> {
  if (!isUseUnrecorded(previous, now())) return;
  await saveIfUnchanged(sandboxes, previous, changed(previous, now(), { last_used_at: timestamp(now()) }));
}

async function reachable(reach: Reach, deps: ReachDeps): Promise<SandboxAgent> {
  const { caller, sandboxId } = reach;
  if (!reach.resume) return runningAgent(caller.ownerId, sandboxId, deps);
  const found = await deps.sandboxes.find(caller.ownerId, sandboxId);
  if (isGone(found)) throw new NotFoundError('Sandbox', sandboxId);
  if (found.desired !== 'RUNNING') await resume(reach, deps);
  return sandboxAgent(await running(reach, deps), deps.keys);
}

export interface AgentAccessDeps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
}

/** The same without a resume. @throws NotFoundError; AppError `conflict`, `gone` or `unavailable` unless it runs */
export async function runningAgent(ownerId: string, sandboxId: string, deps: AgentAccessDeps): Promise<SandboxAgent> {
  const found = await deps.sandboxes.find(ownerId, sandboxId);
  if (isGone(found)) throw new NotFoundError('Sandbox', sandboxId);
  return sandboxAgent(found, deps.keys);
}

async function resume({ caller, sandboxId }: Reach, deps: ReachDeps): Promise<void> {
  const { sandboxes, now } = deps;
  const policy = policyFor(caller, deps.stageLimits, 'reject');
  await changeIntent(caller.ownerId, sandboxId, sandboxes, async (previous) => {
    requireWorkspace(previous);
    const next = previous.desired === 'RUNNING' ? undefined : resumeRequested(previous, now());
    if (next) await writeWithinLimit([{ previous, next }], policy, deps, (...writes) => sandboxes.save(...writes));
  });
}

/** The sandbox once it runs, or as it is when the wait is over or no place to wait is free. @throws NotFoundError */
async function running({ caller, sandboxId, patience }: Reach, deps: ReachDeps): Promise<Sandbox> {
  const until = new Date(deps.now().getTime() + patience);
  const { sandbox } = await waitInPlace('RUNNING', until, {
    ...deps,
    look: async () => ifSeen(caller, await deps.sandboxes.find(caller.ownerId, sandboxId)),
    takePlace: () => placeToWait(deps.places, caller, until),
  });
  if (isGone(sandbox)) throw new NotFoundError('Sandbox', sandboxId);
  return sandbox;
}
