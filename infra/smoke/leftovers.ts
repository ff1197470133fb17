import { DescribeTasksCommand, type DesiredStatus, ListTasksCommand, type Task } from '@aws-sdk/client-ecs';
import { parseStartedBy } from '../../shared/domain/sandboxes/record/identity.ts';
import { queryPages } from '../../shared/platform/aws/pages.ts';
import { snapshotsOf, volumesOf } from './disks.ts';
import { type OwnerTable, ownerTables, type RunKeys, type TableOutput } from './owner-tables.ts';
import type { Access } from './service.ts';

/** What there still is of a run: things that have to go, and rows that stay on purpose. */
export interface Leftovers {
  /** Each in a few words, such as `volume vol-1`. Empty when nothing is left. */
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

/** Tasks of the owner that have not stopped, whatever they are told to do. ECS shows stopped ones for an hour. */
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

/** How many tasks one call of DescribeTasks takes. */
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
