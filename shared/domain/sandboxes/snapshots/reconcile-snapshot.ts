import * as z from 'zod';
import { isDamaged } from '../../../platform/aws/rows.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { withinTime } from '../../../platform/time-limit.ts';
import { isAccessError } from '../record/failures.ts';
import { limits } from '../record/limits.ts';
import type { SnapshotObservation } from './next-snapshot-step.ts';
import { performSnapshotStep, type SnapshotDeps } from './perform-snapshot-step.ts';

/** More steps than this in one pass mean that row and observation keep disagreeing. The next call continues. */
const MAX_STEPS = 16;

/** The worker's input. */
export const SnapshotWork = z.object({
  owner_id: z.string(),
  snapshot_id: z.string(),
  /** Its EBS snapshot, which EC2 reported as complete or failed, or which appears to be missing. */
  ebs_snapshot_id: z.string().optional(),
});
export type SnapshotWork = z.infer<typeof SnapshotWork>;

/**
 * Takes all steps of a snapshot that are due, without waiting. It reads the row each time, so concurrent calls do no
 * harm: the loser of a race reads and decides again.
 *
 * @param until no step begins after this time
 * @returns the number of steps, and when another pass is due
 */
export async function reconcileSnapshot(
  { owner_id: ownerId, snapshot_id: id }: Omit<SnapshotWork, 'ebs_snapshot_id'>,
  seen: SnapshotObservation,
  deps: SnapshotDeps,
  until: Date,
): Promise<{ readonly steps: number; readonly again: Date | undefined }> {
  let observation = seen;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (deps.now() >= until) return { steps, again: deps.now() };
    const row = await deps.snapshots.find(ownerId, id);
    if (!row || isDamaged(row)) return { steps, again: undefined };
    const step = deps.nextSnapshotStep(row, observation, deps.now());
    if (step.kind === 'none') return { steps, again: step.again };
    try {
      observation = await withinTime(limits.takeStep * 1000, () => performSnapshotStep(row, step, observation, deps));
    } catch (error) {
      if (error instanceof VersionConflictError) {
        // The sandbox may have changed, too.
        observation = withoutSandbox(observation);
        continue;
      }
      if (isAccessError(error)) deps.alarm('AccessErrors');
      throw error;
    }
  }
  log.warn('a snapshot was not finished in one pass', { owner_id: ownerId, snapshot_id: id });
  return { steps: MAX_STEPS, again: undefined };
}

interface PatientDeps extends SnapshotDeps {
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Reconciles a snapshot, and again as long as its next time is near. The sweep handles later times. */
export async function workOnSnapshot(work: SnapshotWork, deps: PatientDeps, until: Date): Promise<void> {
  const { ebs_snapshot_id: id } = work;
  let seen: SnapshotObservation = id === undefined ? {} : { ebs: { id, found: await deps.disks.snapshot(id) } };
  for (;;) {
    const { again } = await reconcileSnapshot(work, seen, deps, until);
    seen = {};
    if (!again || again >= until) return;
    await deps.pause(Math.max(again.getTime() - deps.now().getTime(), 100));
  }
}

function withoutSandbox({ sandbox: _, ...rest }: SnapshotObservation): SnapshotObservation {
  return rest;
}
