import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { EC2Client } from '@aws-sdk/client-ec2';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DateTime } from '../../../shared/contract/shapes/fields.ts';
import { Ec2Disks } from '../../../shared/domain/sandboxes/workspace/ec2-disks.ts';
import type { OutputName } from '../../keys/find-service.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import { assertPaused } from '../pause/pause-commands.ts';
import { findForRestore, type Values } from '../service.ts';
import { type CopyResult, copyTable } from './copy-table.ts';
import { Deletions } from './deletions.ts';
import { type Reconciled, reconcileHolds } from './reconcile-holds.ts';
import { restorableTables, type TableRules } from './restorable-tables.ts';
import type { KeyNames } from './row.ts';

/** Compares a table with an earlier state, and restores the wanted rows. @throws UserError */
export async function restoreTable(values: Values): Promise<void> {
  const { name, rules } = tableNamed(values.name);
  if ((values.at === undefined) === (values.from === undefined)) {
    throw new UserError('Name the state to restore: --at 2027-01-31T12:00:00Z, --at latest or --from TABLE.');
  }
  if (values.replace && !rules.replaceable) {
    throw new UserError(`Existing rows of ${name} cannot be replaced. Omit --replace.`);
  }
  const at = values.at === undefined ? undefined : timeOf(values.at);
  const output = `${name}Table` as OutputName;
  const needed = [output, 'AuditTable', 'SandboxesTable', 'SnapshotsTable'] as const;
  const { client, outputs, deployment } = await findForRestore(values, ...needed);
  if (values.apply) await assertPaused(values);
  const dynamodb = new DynamoDBClient(client);
  const live = outputs[output];
  const keys = await keysOf(dynamodb, live);
  const say = values.json ? () => undefined : (line: string) => console.log(line);
  const restored = values.from ?? (await restoreBeside(dynamodb, live, at ?? 'latest', say));
  await assertComparable(dynamodb, live, restored, keys);
  const now = new Date();
  const deletions = new Deletions(dynamodb, outputs.AuditTable, now);
  const { TimeToLiveDescription: expiry } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: live }));
  const rows: string[] = [];
  const result = await copyTable(dynamodb, {
    live,
    restored,
    keys,
    rules,
    expiresBy: expiry?.AttributeName,
    now,
    isDeleted: (row) => deletions.has(row, keys),
    ...(rules.dataOf ? { stored: await storedSnapshots(new EC2Client(client), deployment) } : {}),
    owner: values.owner,
    replace: values.replace,
    deleted: values.deleted,
    apply: values.apply,
    onRow: (key, comparison) => values.list && rows.push(`${comparison}: ${key}`),
  });
  const reconciled = values.apply && rules.holds ? await reconciledHolds(dynamodb, outputs, values.owner) : undefined;
  tell({ live, restored, rows, result, reconciled }, values);
}

async function storedSnapshots(ec2: EC2Client, deployment: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const disks = new Ec2Disks({ repeatable: ec2, once: ec2 }, deployment);
  for await (const page of disks.snapshots()) for (const { id } of page) found.add(id);
  return found;
}

function reconciledHolds(
  dynamodb: DynamoDBClient,
  {
    SandboxesTable: sandboxes,
    SnapshotsTable: snapshots,
  }: Readonly<Record<'SandboxesTable' | 'SnapshotsTable', string>>,
  owner: string | undefined,
): Promise<Reconciled> {
  return reconcileHolds(DynamoDBDocumentClient.from(dynamodb), { sandboxes, snapshots }, owner);
}

/** @throws UserError */
function tableNamed(text: string | undefined): { readonly name: string; readonly rules: TableRules } {
  const names = Object.keys(restorableTables);
  const name = names.find((one) => one.toLowerCase() === text?.toLowerCase().replace(/table$|_|-/g, ''));
  const rules = name === undefined ? undefined : restorableTables[name];
  if (name === undefined || rules === undefined) {
    const problem =
      text === undefined ? '--name is missing.' : `--name: '${text}' is not a table that can be restored.`;
    throw new UserError(`${problem} Choose one of ${names.join(', ')}.`);
  }
  return { name, rules };
}

async function keysOf(dynamodb: DynamoDBClient, table: string): Promise<KeyNames> {
  const description = await describe(dynamodb, table);
  if (!description) {
    throw new UserError(
      `The live table ${table} does not exist. See docs/runbook.md for how to restore a deleted table.`,
    );
  }
  const schema = description.KeySchema ?? [];
  return ['HASH', 'RANGE'].flatMap((type) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? []);
}

/** @throws UserError unless both tables have the same key */
async function assertComparable(
  dynamodb: DynamoDBClient,
  live: string,
  restored: string,
  keys: KeyNames,
): Promise<void> {
  if (live === restored) throw new UserError(`--from: ${restored} is the live table itself.`);
  const description = await describe(dynamodb, restored);
  if (!description) throw new UserError(`--from: there is no table ${restored} in this account and Region.`);
  const theirs = new Set((description.KeySchema ?? []).map(({ AttributeName }) => AttributeName));
  if (theirs.size !== keys.length || !keys.every((key) => theirs.has(key))) {
    throw new UserError(`--from: ${restored} has another key than ${live}, so it contains other rows.`);
  }
}

interface Report {
  readonly live: string;
  readonly restored: string;
  readonly rows: readonly string[];
  readonly result: CopyResult;
  readonly reconciled: Reconciled | undefined;
}

function tell({ live, restored, rows, result, reconciled }: Report, { apply, json, list }: Values): void {
  if (json) {
    console.log(JSON.stringify({ live, restored, applied: apply, ...result, ...(list && { rows }), reconciled }));
    return;
  }
  console.table(result.compared);
  for (const row of rows) console.log(row);
  if (!apply) {
    console.log(
      `${result.written} rows of ${restored} would be written to ${live}. With the service paused, repeat the command with --from ${restored} --apply.`,
    );
    return;
  }
  console.log(`${result.written} rows of ${restored} were written to ${live}.`);
  if (reconciled) {
    const { sandboxes, snapshots } = reconciled;
    console.log(`Corrected: the workspaces of ${sandboxes} sandboxes, the uses of ${snapshots} snapshots.`);
  }
  if (result.changed > 0)
    console.log(`${result.changed} rows changed in the meantime and were skipped. Repeat the command.`);
  console.log(`When you have checked the result, delete the copy: aws dynamodb delete-table --table-name ${restored}`);
}

const LOOK_EVERY_MS = 5_000;
const FIRST_LOOK_MS = 100;

/** DynamoDB restores most tables within an hour, and large ones within a day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** @throws UserError */
function timeOf(text: string): Date | 'latest' {
  if (text === 'latest') return 'latest';
  const time = DateTime.safeParse(text);
  if (!time.success) throw new UserError(`--at: '${text}' is not a time. Write 2027-01-31T12:00:00Z, or latest.`);
  return new Date(time.data);
}

/**
 * Restores a table as of a time to a new table, and waits until that is readable. The name follows from the time, so
 * that a repeated command continues an interrupted one.
 *
 * @returns the name of the new table @throws UserError when the time cannot be restored
 */
async function restoreBeside(
  dynamodb: DynamoDBClient,
  live: string,
  at: Date | 'latest',
  say: (line: string) => void,
): Promise<string> {
  const stamp = (at === 'latest' ? new Date() : at).toISOString().replace(/\D/g, '').slice(0, 14);
  const name = `${live}-restored-${stamp}`;
  if (!(await describe(dynamodb, name))) await begin(dynamodb, live, name, at);
  say(`Restoring ${live} to ${name}. This usually takes less than an hour.`);
  const deadline = Date.now() + LONGEST_MS;
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(2 * wait, LOOK_EVERY_MS)) {
    const table = await describe(dynamodb, name);
    if (table?.TableStatus === 'ACTIVE') return name;
    if (Date.now() > deadline) {
      throw new UserError(`${name} is not ready yet. Wait for it, then repeat the command with --from ${name}.`);
    }
    await pause(wait);
  }
}

async function begin(dynamodb: DynamoDBClient, live: string, name: string, at: Date | 'latest'): Promise<void> {
  const command = new RestoreTableToPointInTimeCommand({
    SourceTableName: live,
    TargetTableName: name,
    // The copy needs no indexes. Without them, it is ready sooner and costs less.
    GlobalSecondaryIndexOverride: [],
    LocalSecondaryIndexOverride: [],
    ...(at === 'latest' ? { UseLatestRestorableTime: true } : { RestoreDateTime: at }),
  });
  try {
    await dynamodb.send(command);
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException)) throw error;
    if (error.name === 'InvalidRestoreTimeException') throw await outOfReach(dynamodb, live, error.message);
    if (error.name !== 'TableAlreadyExistsException') throw error;
  }
}

async function outOfReach(dynamodb: DynamoDBClient, live: string, message: string): Promise<UserError> {
  const { ContinuousBackupsDescription: backups } = await dynamodb.send(
    new DescribeContinuousBackupsCommand({ TableName: live }),
  );
  const { EarliestRestorableDateTime: first, LatestRestorableDateTime: last } =
    backups?.PointInTimeRecoveryDescription ?? {};
  const range = first && last ? ` Choose a time from ${first.toISOString()} to ${last.toISOString()}.` : '';
  return new UserError(`${live} cannot be restored as of this time: ${message}${range}`);
}

/** @returns undefined if the table does not exist */
async function describe(dynamodb: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
