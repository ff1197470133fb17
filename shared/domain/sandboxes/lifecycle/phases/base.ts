import { isWaitingForBase } from '../../record/conditions.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';

/** The step for a start whose snapshot is still being created, or undefined when it can go on. */
export function waitForBase(sandbox: Sandbox, seen: Observation['base']): Step | undefined {
  const { base_snapshot: base } = sandbox;
  if (base === null || !isWaitingForBase(sandbox)) return undefined;
  if (seen?.id !== base.snapshot_id) return { kind: 'look-at-base', snapshotId: base.snapshot_id };
  const { found } = seen;
  if (found === 'absent') return { kind: 'lose-base', reason: null };
  if (found.state === 'CREATING') return { kind: 'none' };
  const { ebs_snapshot_id: ebsSnapshotId, ready_at: readyAt } = found;
  if (found.state !== 'READY' || ebsSnapshotId === null) return { kind: 'lose-base', reason: found.status_reason };
  return { kind: 'base-ready', ebsSnapshotId, readyAt };
}
