import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { WorkspaceSnapshot } from '../sandboxes/record/workspace-snapshot.ts';
import { requireSnapshot } from '../sandboxes/snapshots/change-snapshot.ts';
import type { SnapshotReader } from '../sandboxes/store/snapshot-store.ts';
import { type GivenPath, SandboxPath } from './sandbox-path.ts';
import { SavedGoneError, type SavedVolumes } from './saved-volumes.ts';
import { reading, type SavedOptions, SavedWorkspace } from './saved-workspace.ts';

export interface ReadSnapshotDeps {
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  readonly volumes: SavedVolumes;
  readonly now: Clock;
}

interface Wanted {
  readonly ownerId: string;
  readonly snapshotId: string;
  /** For all reading. */
  readonly milliseconds: number;
  readonly bounds?: SavedOptions['bounds'];
}

interface SnapshotFiles {
  readonly workspace: SavedWorkspace;
  /** Resolves a path of the request against the working directory. */
  readonly pathOf: (given: GivenPath) => SandboxPath;
}

/** The files of a snapshot. @throws NotFoundError; AppError `conflict` unless it is READY; as `reading` */
export async function reachSnapshot(
  { ownerId, snapshotId, milliseconds, bounds = {} }: Wanted,
  deps: ReadSnapshotDeps,
): Promise<SnapshotFiles> {
  const row = await requireSnapshot(ownerId, snapshotId, deps);
  const opened = SavedWorkspace.open(requireData(row), milliseconds, deps, { of: 'snapshot', bounds });
  const workspace = await reading(ofSnapshot(opened, snapshotId), 'snapshot');
  return { workspace, pathOf: (given) => SandboxPath.of(given, row.working_dir) };
}

/** The EBS snapshot with the data. @throws AppError `conflict` unless the snapshot is READY */
export function requireData(row: WorkspaceSnapshot): string {
  const { snapshot_id: id, ebs_snapshot_id: ebsId, state, status_reason: why } = row;
  if (state === 'READY' && ebsId !== null) return ebsId;
  if (state === 'CREATING') {
    const message = `Snapshot ${id} is CREATING. Wait until it is READY, then try again.`;
    throw new AppError('conflict', message, { extensions: { retry_after_seconds: 5 } });
  }
  const reason = why === null ? 'It has no data.' : `${why.message} ${why.remedy}`;
  throw new AppError('conflict', `Snapshot ${id} is in ERROR and has no files. ${reason}`);
}

/** The work, whose error tells callers which snapshot has lost its data. */
export async function ofSnapshot<T>(work: Promise<T>, snapshotId: string): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof SavedGoneError)) throw cause;
    const message = `The data of snapshot ${snapshotId} no longer exists in EBS. Choose another snapshot.`;
    throw new AppError('conflict', message, { cause });
  }
}
