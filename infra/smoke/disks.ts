import {
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  type Filter,
  type Snapshot,
  type Volume,
} from '@aws-sdk/client-ec2';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DEPLOYMENT_TAG, SANDBOX_TAG } from '../../shared/domain/sandboxes/record/disks.ts';
import { encodeOwner, POOL_OWNER } from '../../shared/domain/sandboxes/record/identity.ts';
import { Sandbox } from '../../shared/domain/sandboxes/record/sandbox.ts';
import type { Access } from './service.ts';
import type { SeenDisk } from './sights.ts';

/** Whose disks are asked for: an owner's, or those of one sandbox of the owner. */
interface Whose {
  readonly ownerId: string;
  readonly sandboxId?: string | undefined;
}

/** Volumes of a sandbox that runs: ECS tagged them as it launched the task, perhaps before a sandbox claimed it. */
export async function volumesInUse(
  whose: { readonly ownerId: string; readonly sandboxId: string },
  access: Access,
): Promise<readonly SeenDisk[]> {
  const Key = { owner_id: whose.ownerId, sandbox_id: whose.sandboxId };
  const { Item } = await access.documents.send(
    new GetCommand({ TableName: access.tables.SandboxesTable, Key, ConsistentRead: true }),
  );
  const claimed = Item && Sandbox.parse(Item).claimed;
  return volumesOf(claimed ? { ownerId: encodeOwner(POOL_OWNER), sandboxId: claimed.sandbox_id } : whose, access);
}

/** Volumes with the tags of this deployment and owner. */
export async function volumesOf(whose: Whose, { ec2, deployment }: Access): Promise<readonly SeenDisk[]> {
  const found: Volume[] = [];
  for (let NextToken: string | undefined; ; ) {
    const page = await ec2.send(new DescribeVolumesCommand({ Filters: filtersFor(whose, deployment), NextToken }));
    found.push(...(page.Volumes ?? []));
    NextToken = page.NextToken;
    if (!NextToken) return found.map(({ VolumeId, ...disk }) => seenDisk(VolumeId, disk));
  }
}

/** Snapshots with the tags of this deployment and owner. */
export async function snapshotsOf(whose: Whose, { ec2, deployment }: Access): Promise<readonly SeenDisk[]> {
  const found: Snapshot[] = [];
  for (let NextToken: string | undefined; ; ) {
    const page = await ec2.send(
      new DescribeSnapshotsCommand({ OwnerIds: ['self'], Filters: filtersFor(whose, deployment), NextToken }),
    );
    found.push(...(page.Snapshots ?? []));
    NextToken = page.NextToken;
    if (!NextToken) return found.map(({ SnapshotId, ...disk }) => seenDisk(SnapshotId, disk));
  }
}

/** The tag has the form of `startedBy`. The names of a run's owners have no character that it encodes. */
function filtersFor({ ownerId, sandboxId }: Whose, deployment: string): Filter[] {
  const wanted = sandboxId === undefined ? `${ownerId}/*` : `${ownerId}/${sandboxId}/*`;
  return [
    { Name: `tag:${DEPLOYMENT_TAG}`, Values: [deployment] },
    { Name: `tag:${SANDBOX_TAG}`, Values: [wanted] },
  ];
}

function seenDisk(id: string | undefined, { Encrypted, KmsKeyId }: Pick<Volume, 'Encrypted' | 'KmsKeyId'>): SeenDisk {
  return { id: id ?? '', isEncrypted: Encrypted === true, keyId: KmsKeyId ?? null };
}
