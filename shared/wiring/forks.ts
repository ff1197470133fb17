import { DynamoStartingSandboxes } from '../domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { documents } from '../platform/aws/documents.ts';
import type { Tables } from '../rights/statement.ts';

/** Sandboxes for starts that can begin from a snapshot. */
export const startingSandboxes = (granted: Tables<'sandboxes' | 'snapshots' | 'owners'>) =>
  new DynamoStartingSandboxes(documents(), granted);

export const snapshotsToBeginFrom = (granted: Tables<'snapshots'>) => new DynamoSnapshotReader(documents(), granted);
