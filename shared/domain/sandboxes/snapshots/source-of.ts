import type { StatusReason } from '../../../presentation/sandbox-reasons.ts';
import * as reasons from '../../../presentation/snapshot-reasons.ts';
import { hasLostWorkspace, isResting } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';

/**
 * Where the workspace of a sandbox is. `own`: saved, in an EBS snapshot of the sandbox. `shared`: it has not changed
 * since the snapshot that it begins from. `volume`: on the disk of its running task. `soon`: the sandbox starts, stops
 * or is being saved. `none`: there is nothing to copy.
 */
export type Source =
  | { readonly kind: 'own'; readonly ebsSnapshotId: string }
  | { readonly kind: 'shared'; readonly snapshotId: string; readonly ebsSnapshotId: string }
  | { readonly kind: 'volume'; readonly volumeId: string }
  | { readonly kind: 'soon' }
  | { readonly kind: 'none'; readonly reason: StatusReason };

export function sourceOf(sandbox: Sandbox | undefined): Source {
  if (isGone(sandbox)) return none(reasons.sandboxDeleted);
  if (isResting(sandbox)) return atRest(sandbox);
  if (sandbox.phase !== 'RUNNING') return { kind: 'soon' };
  return sandbox.volume_id === null ? none(reasons.nothingToCopy) : { kind: 'volume', volumeId: sandbox.volume_id };
}

function atRest(sandbox: Sandbox): Source {
  const { phase, status_reason: why, volume_id: volumeId, snapshot_id: own, base_snapshot: base } = sandbox;
  if (phase === 'EXPIRED' || hasLostWorkspace(sandbox)) return none(why ?? reasons.nothingToCopy);
  if (volumeId !== null) return none(reasons.unsavedWorkspace);
  if (own !== null) return { kind: 'own', ebsSnapshotId: own };
  if (base === null) return none(reasons.nothingToCopy);
  if (base.ebs_snapshot_id === null) return none(reasons.baseNotReady);
  return { kind: 'shared', snapshotId: base.snapshot_id, ebsSnapshotId: base.ebs_snapshot_id };
}

function none(reason: StatusReason): Source {
  return { kind: 'none', reason };
}
