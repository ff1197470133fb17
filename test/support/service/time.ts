import { ConditionalCheckFailedException, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { operatorOf } from './control.ts';

type Row = Record<string, unknown> & { readonly version: number };

interface Table {
  readonly name: string;
  readonly id: string;
}

const sandboxes: Table = { name: 'Sandboxes', id: 'sandbox_id' };
const startTasks: Table = { name: 'StartTasks', id: 'start_task_id' };
const prebuilds: Table = { name: 'Prebuilds', id: 'prebuild_id' };
const snapshots: Table = { name: 'Snapshots', id: 'snapshot_id' };

/** The times of a sandbox row without leases, which a live holder would have renewed. */
const times = [
  'phase_since',
  'updated_at',
  'retry_at',
  'launch_unclear_until',
  'stop_sent_at',
  'task_ended_at',
  'saved_at',
  'running_since',
  'unreachable_since',
  'last_activity_at',
  'deadline_at',
  'expires_at',
] as const;

/** Moves the times of a sandbox row by `seconds` into the past. */
export async function passTime(stateDirectory: string, sandboxId: string, seconds: number): Promise<void> {
  const earlier = (time: unknown) =>
    typeof time === 'string' ? new Date(Date.parse(time) - seconds * 1000).toISOString() : time;
  await changeRow(stateDirectory, sandboxes, sandboxId, (row) => ({
    ...row,
    ...Object.fromEntries(times.map((name) => [name, earlier(row[name])])),
    ...(isLaunch(row.launch) ? { launch: { ...row.launch, requested_at: earlier(row.launch.requested_at) } } : {}),
  }));
}

export async function skipPause(stateDirectory: string, sandboxId: string): Promise<void> {
  const now = new Date().toISOString();
  await changeRow(stateDirectory, sandboxes, sandboxId, (row) =>
    typeof row.retry_at === 'string' && row.retry_at > now ? { ...row, retry_at: now } : undefined,
  );
}

export async function passTimeOfStartTask(stateDirectory: string, taskId: string, seconds: number): Promise<void> {
  const now = new Date();
  const updated_at = new Date(now.getTime() - seconds * 1000).toISOString();
  const isLeased = (row: Row) => typeof row.lease_until === 'string' && row.lease_until > now.toISOString();
  await changeRow(stateDirectory, startTasks, taskId, (row) => (isLeased(row) ? undefined : { ...row, updated_at }));
}

/** Makes the next daily build of a prebuild due. */
export async function skipToNextBuild(stateDirectory: string, prebuildId: string): Promise<void> {
  const now = new Date().toISOString();
  await changeRow(stateDirectory, prebuilds, prebuildId, (row) => ({ ...row, next_build_at: now, watch_at: now }));
}

/** Ends the retention of a snapshot. */
export async function endRetention(stateDirectory: string, snapshotId: string): Promise<void> {
  const now = new Date().toISOString();
  await changeRow(stateDirectory, snapshots, snapshotId, (row) => ({ ...row, expires_at: now, watch_at: now }));
}

/** Moves the time at which a snapshot was READY by `seconds` into the past. */
export async function passTimeOfSnapshot(stateDirectory: string, snapshotId: string, seconds: number): Promise<void> {
  await changeRow(stateDirectory, snapshots, snapshotId, (row) => ({
    ...row,
    ready_at: new Date(Date.parse(String(row.ready_at)) - seconds * 1000).toISOString(),
  }));
}

export async function rewrite(
  stateDirectory: string,
  sandboxId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  await changeRow(stateDirectory, sandboxes, sandboxId, (row) => ({ ...row, ...change }));
}

/** Writes a new version as the service does, and repeats after a lost race. */
async function changeRow(
  stateDirectory: string,
  table: Table,
  id: string,
  change: (row: Row) => Record<string, unknown> | undefined,
): Promise<void> {
  const client = new DynamoDBClient((await operatorOf(stateDirectory)).client);
  const documents = DynamoDBDocumentClient.from(client);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    const TableName = TableNames.find((name) => name.includes(table.name));
    for (;;) {
      const find = { FilterExpression: '#id = :id', ExpressionAttributeNames: { '#id': table.id } };
      const { Items = [] } = await documents.send(
        new ScanCommand({ TableName, ...find, ExpressionAttributeValues: { ':id': id }, ConsistentRead: true }),
      );
      const row = Items[0] as Row | undefined;
      if (!row) throw new Error(`there is no ${table.id} ${id}`);
      const next = change(row);
      if (!next || (await hasWritten(documents, TableName, row, { ...next, version: row.version + 1 }))) return;
    }
  } finally {
    client.destroy();
  }
}

async function hasWritten(
  documents: DynamoDBDocumentClient,
  TableName: string | undefined,
  { version }: Row,
  Item: Record<string, unknown>,
): Promise<boolean> {
  const ExpressionAttributeValues = { ':version': version };
  try {
    await documents.send(
      new PutCommand({ TableName, Item, ConditionExpression: 'version = :version', ExpressionAttributeValues }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function isLaunch(value: unknown): value is { readonly requested_at: unknown } {
  return typeof value === 'object' && value !== null && 'requested_at' in value;
}
