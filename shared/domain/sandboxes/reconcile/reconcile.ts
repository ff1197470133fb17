import * as z from 'zod';
import { isDamaged } from '../../../platform/aws/rows.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { withinTime } from '../../../platform/time-limit.ts';
import { isAccessError } from '../record/failures.ts';
import { limits } from '../record/limits.ts';
import type { Observation } from '../record/step.ts';
import type { ClaimedBy } from '../record/warm-task.ts';
import { performStep, type ReconcileDeps } from './perform.ts';

/** More steps than this in one pass mean that row and observation keep disagreeing. The next call continues. */
export const MAX_STEPS = 24;

/** The result of one pass over a sandbox. */
export interface Pass {
  /** The number of steps taken; 0 when nothing was due. */
  readonly steps: number;
  /** When another pass is due. */
  readonly again: Date | undefined;
}

/** The time after which a worker with this much time left must not begin another step. */
export function lastStepBy(now: Date, millisecondsLeft: number): Date {
  return new Date(now.getTime() + millisecondsLeft - limits.step * 1000);
}

/**
 * Brings one sandbox as close to its desired state as possible without waiting. Any worker can call it after any event.
 * It reads the row each time, so concurrent calls do no harm: the loser of a race reads and decides again.
 *
 * @param until no step begins after this time; the next call takes the remaining steps
 */
export async function reconcile(
  ownerId: string,
  sandboxId: string,
  seen: Observation,
  deps: ReconcileDeps,
  until: Date,
): Promise<Pass> {
  let observation = seen;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (deps.now() >= until) return { steps, again: deps.now() };
    const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
    if (!sandbox) return { steps: await stopOwnerless(observation, deps), again: undefined };
    // An operator has to repair it, or its owner to delete it.
    if (isDamaged(sandbox)) return { steps, again: undefined };
    const step = deps.nextStep(sandbox, observation, deps.now());
    if (step.kind === 'none') {
      const claim = sandbox.warm?.claimed_by;
      if (claim) return reconcileClaimant(claim, observation, deps, until);
      // Otherwise every change of a start that waits for its turn would make another worker wait for it.
      return { steps, again: step.ofTurn && steps === 0 ? undefined : step.again };
    }
    try {
      observation = await withinTime(limits.step * 1000, () => performStep(sandbox, step, observation, deps));
    } catch (error) {
      if (error instanceof VersionConflictError) continue;
      // Only an operator can repair it, whichever call failed.
      if (isAccessError(error)) deps.alarm('AccessErrors');
      throw error;
    }
  }
  log.warn('reconciler did not finish a sandbox in one pass', { owner_id: ownerId, sandbox_id: sandboxId });
  return { steps: MAX_STEPS, again: undefined };
}

/** Passes events of a claimed task to the sandbox that claimed it, but not to a later sandbox with the same id. */
async function reconcileClaimant(claim: ClaimedBy, seen: Observation, deps: ReconcileDeps, until: Date): Promise<Pass> {
  const { owner_id: ownerId, sandbox_id: sandboxId, created_at, generation } = claim;
  const { task } = seen;
  if (!task || task === 'absent') return { steps: 0, again: undefined };
  const row = await deps.sandboxes.find(ownerId, sandboxId);
  if (row?.created_at !== created_at) return { steps: await stopOwnerless(seen, deps), again: undefined };
  return reconcile(ownerId, sandboxId, { task: { ...task, generation } }, deps, until);
}

/** Stops a task whose sandbox has no row. */
async function stopOwnerless({ task }: Observation, deps: ReconcileDeps): Promise<number> {
  if (!task || task === 'absent' || task.desiredStatus === 'STOPPED') return 0;
  log.warn('reconciler stops an orphan task', { task_arn: task.arn });
  await deps.tasks.stop(task.arn, 'no sandbox owns this task');
  return 1;
}

/** A sandbox to reconcile at a given time. */
const Sleeper = z.object({ owner_id: z.string(), sandbox_id: z.string(), at: z.iso.datetime() });
export type Sleeper = z.infer<typeof Sleeper>;

/** The worker's input: sandboxes to wait for in parallel. */
export const WakeOrder = z.object({
  sandboxes: z.array(Sleeper).min(1),
  /** Whether these are queued starts that are offered a turn. */
  turn_offered: z.boolean().optional(),
});
export type WakeOrder = z.infer<typeof WakeOrder>;

/** The most sandboxes that one worker waits for. */
export const PER_WORKER = 250;

interface WakeDeps extends ReconcileDeps {
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The longest wait of one worker, in milliseconds. */
const LONGEST = limits.wake * 1000;

/**
 * Reconciles each sandbox at its time, and again as long as its next time is near. Sandboxes wait in parallel, and the
 * sweep repeats those that fail. Offered turns are taken one after the other, which keeps their order and the write
 * rate low.
 *
 * @param until no step begins after this time
 * @throws the first failure, once all others are done
 */
export async function wake({ sandboxes, turn_offered: isOffered }: WakeOrder, deps: WakeDeps, until: Date) {
  const end = deps.now().getTime() + LONGEST;
  const failures: unknown[] = [];
  const waits: Promise<void>[] = [];
  for (const sleeper of sandboxes) {
    const first = isOffered ? await offer(sleeper) : new Date(sleeper.at);
    if (first === 'full') break;
    waits.push(sleep(sleeper, first).catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(waits);
  if (failures.length > 0) throw failures[0];

  /** @returns `full` when no turn is left; the starts behind it stay in the queue */
  async function offer({ owner_id: ownerId, sandbox_id: id }: Sleeper): Promise<Date | undefined | 'full'> {
    try {
      const { steps, again } = await reconcile(ownerId, id, { turnOffered: true }, deps, until);
      return steps === 1 && again === undefined ? 'full' : again;
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  }

  async function sleep(sleeper: Sleeper, first: Date | undefined): Promise<void> {
    for (let due = first; due && due.getTime() <= end; due = await look(sleeper)) {
      await deps.pause(Math.max(due.getTime() - deps.now().getTime(), 0));
    }
  }

  async function look({ owner_id: ownerId, sandbox_id: id }: Sleeper): Promise<Date | undefined> {
    return (await reconcile(ownerId, id, {}, deps, until)).again;
  }
}
