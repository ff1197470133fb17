import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { findBeginning } from '../../../sandboxes/forks/begin-from-snapshot.ts';
import type { WorkspaceSnapshot } from '../../../sandboxes/record/workspace-snapshot.ts';

type Requested = Pick<z.output<typeof StartRequest>, 'snapshot_id' | 'sandbox_spec_id'>;

/** The snapshot that a start names. @throws NotFoundError; AppError `conflict`, `validation_failed` */
export async function startSnapshot(
  ownerId: string,
  { snapshot_id: snapshotId, sandbox_spec_id: specId }: Requested,
  deps: Parameters<typeof findBeginning>[2],
): Promise<WorkspaceSnapshot | undefined> {
  if (snapshotId === null) return undefined;
  return (await findBeginning(ownerId, { snapshotId, specId: specId ?? undefined }, deps)).snapshot;
}
