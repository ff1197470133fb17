import { CreateTagsCommand, type EC2Client, paginateDescribeSnapshots } from '@aws-sdk/client-ec2';
import { KEEP_TAG, MARK_TAG, type Snapshot } from '../../../shared/domain/sandboxes/record/disks.ts';
import { markOf } from '../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { toSnapshot } from '../../../shared/domain/sandboxes/workspace/ec2-disks.ts';

/** All snapshots that were made of a sandbox, newest first, also those that were put aside. */
export async function snapshotsOf(ec2: EC2Client, sandbox: Sandbox): Promise<readonly Snapshot[]> {
  const found: Snapshot[] = [];
  const Filters = [{ Name: `tag:${MARK_TAG}`, Values: [markOf(sandbox)] }];
  for await (const { Snapshots = [] } of paginateDescribeSnapshots({ client: ec2 }, { OwnerIds: ['self'], Filters }))
    found.push(...Snapshots.map(toSnapshot));
  return found.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}

/** Tells the sweep whether it may delete a snapshot that no row refers to. */
export async function setKept(ec2: EC2Client, snapshotId: string, isKept: boolean): Promise<void> {
  const Tags = [{ Key: KEEP_TAG, Value: isKept ? 'restore' : '' }];
  await ec2.send(new CreateTagsCommand({ Resources: [snapshotId], Tags }));
}
