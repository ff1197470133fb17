import type { Sandbox } from '../record/sandbox.ts';
import type { Observation } from '../record/step.ts';
import type { ReconcileDeps } from './perform.ts';

/** The row of the snapshot that a sandbox begins from. */
export async function lookAtBase(
  { owner_id: ownerId }: Sandbox,
  id: string,
  { snapshots }: Pick<ReconcileDeps, 'snapshots'>,
): Promise<NonNullable<Observation['base']>> {
  return { id, found: (await snapshots.find(ownerId, id)) ?? 'absent' };
}

/** EC2 has lost the snapshot that a sandbox begins from, so that nothing else can begin from it either. */
export async function reportLostBase(
  { owner_id: ownerId, snapshot_id: own, base_snapshot: base }: Sandbox,
  { workOnSnapshot }: Pick<ReconcileDeps, 'workOnSnapshot'>,
): Promise<Observation> {
  if (own === null && base?.ebs_snapshot_id) await workOnSnapshot?.(ownerId, base.snapshot_id, base.ebs_snapshot_id);
  return {};
}
