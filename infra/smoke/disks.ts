import {
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  type Filter,
  type Snapshot,
  type Volume,
} from '@aws-sdk/client-ec2';
import { DEPLOYMENT_TAG, SANDBOX_TAG } from '../../shared/domain/sandboxes/record/disk-tags.ts';
import type { Access } from './service.ts';
import type { SeenDisk } from './sights.ts';

/** Whose disks are asked for: an owner's, or those of one sandbox of the owner. */
interface Whose {
  readonly ownerId: string;
  readonly sandboxId?: string | undefined;
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
