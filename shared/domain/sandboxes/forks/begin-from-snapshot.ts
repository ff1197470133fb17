import { AppError, badField, NotFoundError } from '../../../platform/errors.ts';
import { isOfSandbox } from '../../accounts/privacy/reused-ids.ts';
import { findSpec, type OwnSpecFinder, offeredSpec } from '../own-specs/offered-spec.ts';
import { isOwnSpecId } from '../own-specs/own-spec.ts';
import { privacyOf } from '../record/privacy-fields.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { canBegin, isShown, type WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { SandboxSpec, SandboxSpecs } from '../specs/sandbox-specs.ts';
import type { SandboxReader } from '../store/sandbox-store.ts';
import type { SnapshotReader } from '../store/snapshot-store.ts';

interface FindDeps extends OwnSpecFinder {
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
  readonly specs: Pick<SandboxSpecs, 'find' | 'getOrDefault'>;
}

/** What a new sandbox begins with. Without a snapshot, its workspace is empty. */
export interface Beginning {
  readonly spec: SandboxSpec;
  readonly snapshot: WorkspaceSnapshot | undefined;
}

/**
 * The snapshot that a start names, with its spec, which a start from a snapshot cannot change.
 *
 * @throws NotFoundError also for a snapshot of another owner; AppError `conflict`, `validation_failed`
 */
export async function findBeginning(
  ownerId: string,
  { snapshotId, specId }: { readonly snapshotId: string | undefined; readonly specId: string | undefined },
  deps: FindDeps,
): Promise<Beginning> {
  if (snapshotId === undefined) {
    const own = specId === undefined ? undefined : await offeredSpec(ownerId, specId, deps);
    return { spec: own ?? deps.specs.getOrDefault(specId), snapshot: undefined };
  }
  const snapshot = requireUsable(await deps.snapshots.find(ownerId, snapshotId), snapshotId);
  if (specId !== undefined && specId !== snapshot.spec_id) {
    const remedy = 'Remove `sandbox_spec_id`, or choose another snapshot.';
    throw badField(
      ['snapshot_id'],
      `Snapshot ${snapshotId} is of the sandbox spec '${snapshot.spec_id}', not '${specId}'. ${remedy}`,
    );
  }
  const [spec, seen] = await Promise.all([specOf(snapshot, deps), asSeenNow(snapshot, deps)]);
  return { spec, snapshot: seen };
}

/** The snapshot with the visibility that its sandbox has now; once that is gone, as it was when it was made. */
async function asSeenNow(
  snapshot: WorkspaceSnapshot,
  { sandboxes }: Pick<FindDeps, 'sandboxes'>,
): Promise<WorkspaceSnapshot> {
  const sandbox = await sandboxes.find(snapshot.owner_id, snapshot.sandbox_id);
  if (!sandbox || !isOfSandbox(snapshot, sandbox)) return snapshot;
  const { private_to: _before, ...others } = snapshot;
  return { ...others, ...privacyOf({ private_to: sandbox.private_to }) };
}

/** @throws NotFoundError; AppError `conflict` for a snapshot that failed */
export function requireUsable(snapshot: WorkspaceSnapshot | undefined, id: string): WorkspaceSnapshot {
  if (!snapshot || !isShown(snapshot)) throw new NotFoundError('Snapshot', id);
  if (canBegin(snapshot)) return snapshot;
  const why = snapshot.status_reason === null ? '' : ` ${snapshot.status_reason.message}`;
  throw new AppError('conflict', `Snapshot ${id} cannot be used.${why} Choose another snapshot.`);
}

/** @throws AppError `conflict` when the deployment cannot start a sandbox from the snapshot any more */
export async function specOf(
  { owner_id: ownerId, spec_id: id }: Pick<WorkspaceSnapshot, 'owner_id' | 'spec_id'>,
  deps: Pick<FindDeps, 'specs' | 'ownSpecs'>,
): Promise<SandboxSpec> {
  const spec = await findSpec(ownerId, id, deps);
  if (!spec)
    throw new AppError('conflict', isOwnSpecId(id) ? ownSpecDeleted(id) : `${named(id)} is no longer offered.`);
  if (spec.volume === null) throw new AppError('conflict', `${named(id)} no longer has a disk.`);
  return spec;
}

function named(id: string): string {
  return `The sandbox spec '${id}'`;
}

function ownSpecDeleted(id: string): string {
  const remedy = 'Create it again under the same name, with an image that can use the workspace.';
  return `${named(id)} was deleted. ${remedy} Sandboxes that were made from it can still be resumed and forked.`;
}

/** The row of a new sandbox whose workspace is a snapshot. What belongs to the workspace comes from the snapshot. */
export function beginningFrom(fresh: Sandbox, snapshot: WorkspaceSnapshot | undefined): Sandbox {
  return snapshot === undefined ? fresh : { ...fresh, ...workspaceOf(snapshot) };
}

/** The fields of a sandbox that its workspace determines. */
export function workspaceOf(
  snapshot: WorkspaceSnapshot,
): Pick<Sandbox, 'base_snapshot' | 'seal' | 'filesystem_type' | 'working_dir' | 'seals_with_boot_key' | 'saved_at'> {
  const { snapshot_id, ebs_snapshot_id, seal, filesystem_type, working_dir, seals_with_boot_key } = snapshot;
  return {
    base_snapshot: { snapshot_id, ebs_snapshot_id: snapshot.state === 'READY' ? ebs_snapshot_id : null },
    seal,
    filesystem_type,
    working_dir,
    seals_with_boot_key,
    saved_at: snapshot.ready_at,
  };
}
