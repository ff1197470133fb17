import type { Sandbox } from '../record/sandbox.ts';
import type { Observation } from '../record/step.ts';
import type { SnapshotReader } from '../store/snapshot-store.ts';

export interface BaseDeps {
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  /** Starts the worker of a snapshot that looks at its EBS snapshot; returns at once. Without it, the sweep does. */
  readonly workOnSnapshot?: (ownerId: string, snapshotId: string, ebsSnapshotId: string) => Promise<void>;
}

/** The row of the snapshot that a sandbox begins from. */
export async function lookAtBase(
  { owner_id: ownerId }: Sandbox,
  id: string,
  { snapshots }: Pick<BaseDeps, 'snapshots'>,
): Promise<NonNullable<Observation['base']>> {
  return { id, found: (await snapshots.find(ownerId, id)) ?? 'absent' };
}

/** EC2 has lost the snapshot that a sandbox begins from, so that nothing else can begin from it either. */
export async function reportLostBase(
  { owner_id: ownerId, snapshot_id: own, base_snapshot: base }: Sandbox,
  { workOnSnapshot }: Pick<BaseDeps, 'workOnSnapshot'>,
): Promise<Observation> {
  if (own === null && base?.ebs_snapshot_id) await workOnSnapshot?.(ownerId, base.snapshot_id, base.ebs_snapshot_id);
  return {};
}
