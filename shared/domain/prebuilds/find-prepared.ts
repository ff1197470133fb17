import { log } from '../../platform/log.ts';
import type { PreparedStart, WantedWorkspace } from '../conversations/start/create/prepared-workspace.ts';
import type { WorkspaceSnapshot } from '../sandboxes/record/workspace-snapshot.ts';
import type { SnapshotReader } from '../sandboxes/store/snapshot-store.ts';
import type { DynamoPrebuilds } from './dynamo-prebuilds.ts';
import { isShown, type Prebuild } from './prebuild.ts';

interface FindDeps {
  readonly prebuilds: Pick<DynamoPrebuilds, 'list'>;
  readonly snapshots: Pick<SnapshotReader, 'find'>;
}

/**
 * The newest build that a start can begin from. A start never fails because of a prebuild: without one it clones.
 *
 * @returns undefined if there is none, or if prebuilds cannot be read
 */
export async function findPrepared(
  ownerId: string,
  wanted: WantedWorkspace,
  { prebuilds, snapshots }: FindDeps,
): Promise<PreparedStart | undefined> {
  try {
    const rows = (await prebuilds.list(ownerId)).filter((row) => isShown(row) && isOf(row, wanted));
    for (const { prebuild_id, setup_on_start, current } of rows.toSorted(newestFirst)) {
      const snapshot = current ? await snapshots.find(ownerId, current.snapshot_id) : undefined;
      if (current && snapshot && isUsable(snapshot, wanted))
        return { snapshot, prepared: { prebuild_id, build_id: current.build_id, setup_on_start } };
    }
  } catch (error) {
    log.warn('a start was not prepared', { owner_id: ownerId, error });
  }
  return undefined;
}

/**
 * The git provider is the named one, or that of the build if either names none. A build of another version of an
 * owner's spec can need what the image no longer has.
 */
function isOf(
  { repository, git_provider: named, branch, spec_id, current }: Prebuild,
  wanted: WantedWorkspace,
): boolean {
  const isSame = repository.toLowerCase() === wanted.repository.toLowerCase() && branch === wanted.branch;
  const provider = wanted.gitProvider === named || wanted.gitProvider === current?.git_provider;
  const isSpec = spec_id === wanted.specId && (current?.own_version?.family ?? null) === wanted.ownFamily;
  return isSame && isSpec && provider && current !== null;
}

function newestFirst(one: Prebuild, two: Prebuild): number {
  return (two.current?.built_at ?? '').localeCompare(one.current?.built_at ?? '');
}

function isUsable(snapshot: WorkspaceSnapshot, { specId, gigabytes }: WantedWorkspace): boolean {
  const fits = gigabytes >= snapshot.size_gib;
  return snapshot.state === 'READY' && snapshot.spec_id === specId && fits;
}
