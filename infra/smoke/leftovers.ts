import {
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  type Filter,
  type Snapshot,
  type Volume,
} from '@aws-sdk/client-ec2';
import { DescribeTasksCommand, type DesiredStatus, ListTasksCommand, type Task } from '@aws-sdk/client-ecs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DEPLOYMENT_TAG, SANDBOX_TAG } from '../../shared/domain/sandboxes/record/disks.ts';
import { encodeOwner, POOL_OWNER, parseStartedBy } from '../../shared/domain/sandboxes/record/identity.ts';
import { Sandbox } from '../../shared/domain/sandboxes/record/sandbox.ts';
import { queryPages } from '../../shared/platform/aws/pages.ts';
import { type OwnerTable, ownerTables, type RunKeys, type TableOutput } from './owner-tables.ts';
import type { SeenDisk } from './report.ts';
import type { Access } from './service.ts';

/** The remains of a run: what must be deleted, and rows that stay on purpose. */
interface Leftovers {
  /** For example `volume vol-1`. Empty if nothing is left. */
  readonly left: readonly string[];
  readonly onPurpose: readonly string[];
}

export async function leftoversOf(keys: RunKeys, access: Access): Promise<Leftovers> {
  const [tasks, volumes, snapshots, rows] = await Promise.all([
    liveTasksOf(keys.ownerId, access),
    volumesOf(keys, access),
    snapshotsOf(keys, access),
    Promise.all(
      Object.entries(ownerTables).map(([output, table]) => rowsOf(output as TableOutput, table, keys, access)),
    ),
  ]);
  const left = [
    ...tasks.map(({ taskArn, lastStatus }) => `task ${taskArn?.split('/').at(-1)} (${lastStatus})`),
    ...volumes.map(({ id }) => `volume ${id}`),
    ...snapshots.map(({ id }) => `snapshot ${id}`),
    ...rows.flatMap((found) => found.left),
  ];
  return { left, onPurpose: rows.flatMap((found) => found.onPurpose) };
}

/** The owner's tasks that have not stopped. ECS lists stopped tasks for an hour. */
async function liveTasksOf(ownerId: string, { ecs, deployment: cluster }: Access): Promise<readonly Task[]> {
  const arns: string[] = [];
  for (const desiredStatus of ['RUNNING', 'STOPPED'] satisfies DesiredStatus[]) {
    for (let nextToken: string | undefined; ; ) {
      const page = await ecs.send(new ListTasksCommand({ cluster, desiredStatus, nextToken }));
      arns.push(...(page.taskArns ?? []));
      nextToken = page.nextToken;
      if (!nextToken) break;
    }
  }
  const found: Task[] = [];
  for (let at = 0; at < arns.length; at += MOST_DESCRIBED) {
    const tasks = arns.slice(at, at + MOST_DESCRIBED);
    found.push(...((await ecs.send(new DescribeTasksCommand({ cluster, tasks }))).tasks ?? []));
  }
  return found.filter(
    ({ startedBy, lastStatus }) => parseStartedBy(startedBy)?.ownerId === ownerId && lastStatus !== 'STOPPED',
  );
}

/** The limit of DescribeTasks. */
const MOST_DESCRIBED = 100;

async function rowsOf(
  output: TableOutput,
  { row: noun, partition, keyOf, stays }: OwnerTable,
  keys: RunKeys,
  { documents, tables }: Access,
): Promise<Leftovers> {
  let [left, kept] = [0, 0];
  const pages = queryPages(documents, {
    TableName: tables[output],
    KeyConditionExpression: '#partition = :value',
    ExpressionAttributeNames: { '#partition': partition },
    ExpressionAttributeValues: { ':value': keyOf(keys) },
    ConsistentRead: true,
  });
  for await (const rows of pages) {
    const staying = rows.filter((row) => stays?.rows(row) === true).length;
    kept += staying;
    left += rows.length - staying;
  }
  return {
    left: left === 0 ? [] : [`${left} × ${noun} in ${tables[output]}`],
    onPurpose: kept === 0 || !stays ? [] : [`${kept} × ${noun} (${stays.because})`],
  };
}

/** An owner, or one of the owner's sandboxes. */
interface Whose {
  readonly ownerId: string;
  readonly sandboxId?: string | undefined;
}

/** Volumes of a running sandbox. ECS tags volumes at launch, perhaps before a sandbox claims the task. */
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
async function volumesOf(whose: Whose, { ec2, deployment }: Access): Promise<readonly SeenDisk[]> {
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

/** The tag has the form of `startedBy`. Names of smoke owners need no encoding. */
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
