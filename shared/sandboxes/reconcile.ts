import { VersionConflictError } from '../errors.ts';
import { log } from '../log.ts';
import { isAccessError } from './launch-errors.ts';
import { limits } from './limits.ts';
import { perform, type ReconcileDeps } from './perform.ts';
import type { Observation } from './step.ts';

/** More steps than this in one pass means that record and reality disagree without end; the next look goes on. */
export const MAX_STEPS = 24;

/** What came of one look at a sandbox. */
export interface Pass {
  /** How many steps were taken; none when all was as it should be. */
  readonly steps: number;
  /** When looking again is known to be worth it. */
  readonly again: Date | undefined;
}

/** When whoever has so much time left must take no further step. */
export function lastStepBy(now: Date, millisecondsLeft: number): Date {
  return new Date(now.getTime() + millisecondsLeft - limits.step * 1000);
}

/**
 * Brings one sandbox as far towards what is desired as it gets without waiting. Whoever saw something calls it: it reads the record anew, so that two callers at
 * once do no harm. The loser of a race reads again and decides again.
 *
 * @param until after which no further step is begun; what is left is for the next look, at once
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
    const step = deps.nextStep(sandbox, observation, deps.now());
    if (step.kind === 'none') return { steps, again: step.again };
    try {
      observation = await perform(sandbox, step, observation, deps);
    } catch (error) {
      if (error instanceof VersionConflictError) continue;
      // Nobody but an operator can mend it, whichever call it was.
      if (isAccessError(error)) deps.alarm('AccessErrors');
      throw error;
    }
  }
  log.warn('sandbox did not settle in one pass', { owner_id: ownerId, sandbox_id: sandboxId });
  return { steps: MAX_STEPS, again: undefined };
}

/** A task whose sandbox has no row is a leak. */
async function stopOwnerless({ task }: Observation, deps: ReconcileDeps): Promise<number> {
  if (!task || task === 'absent' || task.desiredStatus === 'STOPPED') return 0;
  log.warn('stopping a task that no sandbox owns', { task_arn: task.arn });
  await deps.tasks.stop(task.arn, 'no sandbox owns this task');
  return 1;
}
