import { timestamp } from '../../../platform/clock.ts';
import * as reasons from '../../../presentation/sandbox-reasons.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import type { Step } from '../record/step.ts';
import { failed } from './changes.ts';

const MINUTE = 60_000;

/** The snapshot is READY, and the start goes on. Its time limits begin here. */
export function baseReady(sandbox: Sandbox, step: Extract<Step, { kind: 'base-ready' }>, now: Date): Sandbox {
  const { base_snapshot: base, lifetime_minutes: minutes } = sandbox;
  return {
    ...changed(sandbox, now, {
      base_snapshot: base && { ...base, ebs_snapshot_id: step.ebsSnapshotId },
      saved_at: step.readyAt,
      last_activity_at: timestamp(now),
      deadline_at: timestamp(new Date(now.getTime() + minutes * MINUTE)),
    }),
    phase_since: timestamp(now),
  };
}

/** There is no snapshot to begin from. The sandbox never starts on an empty disk instead. */
export function baseLost(sandbox: Sandbox, { reason }: Extract<Step, { kind: 'lose-base' }>, now: Date): Sandbox {
  return failed({ ...sandbox, base_snapshot: null, workspace_kept: null }, reasons.baseUnavailable(reason), now);
}
