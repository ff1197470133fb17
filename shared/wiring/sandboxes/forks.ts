import { DynamoMeteredSandboxes, DynamoStartingSandboxes } from '../../domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../../domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { documents } from '../../platform/aws/documents.ts';
import type { Tables } from '../../rights/statement.ts';

/** Sandboxes for starts that can begin from a snapshot. */
export const startingSandboxes = (granted: Tables<'sandboxes' | 'snapshots' | 'owners'>) =>
  new DynamoStartingSandboxes(documents(), granted);

/** The same for forks and restores, which also end the storage of a workspace that becomes a snapshot. */
export const forkedSandboxes = (granted: Tables<'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums'>) =>
  new DynamoMeteredSandboxes(documents(), granted);

export const snapshotsToBeginFrom = (granted: Tables<'snapshots'>) => new DynamoSnapshotReader(documents(), granted);
