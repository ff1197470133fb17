import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { DateTime } from '../../../shared/contract/shapes/fields.ts';
import { UserError } from '../../local/terminal/user-error.ts';

const LOOK_EVERY_MS = 5_000;
const FIRST_LOOK_MS = 100;

/** DynamoDB restores most tables within the hour, and large ones within the day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** @throws UserError */
export function timeOf(text: string): Date | 'latest' {
  if (text === 'latest') return 'latest';
  const time = DateTime.safeParse(text);
  if (!time.success) throw new UserError(`--at: '${text}' is no time; write 2027-01-31T12:00:00Z, or latest.`);
  return new Date(time.data);
}

/**
 * Restores a table as of a time, beside the live one, and waits until it can be read. The same time has the same name:
 * a command that broke off goes on with the table that it began.
 *
 * @returns its name. @throws UserError when the time cannot be restored.
 */
export async function restoreBeside(
  dynamodb: DynamoDBClient,
  live: string,
  at: Date | 'latest',
  say: (line: string) => void,
): Promise<string> {
  const stamp = (at === 'latest' ? new Date() : at).toISOString().replace(/\D/g, '').slice(0, 14);
  const name = `${live}-restored-${stamp}`;
  if (!(await describe(dynamodb, name))) await begin(dynamodb, live, name, at);
  say(`Restoring ${live} to ${name}: this takes DynamoDB a while, often under an hour.`);
  const deadline = Date.now() + LONGEST_MS;
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(2 * wait, LOOK_EVERY_MS)) {
    const table = await describe(dynamodb, name);
    if (table?.TableStatus === 'ACTIVE') return name;
    if (Date.now() > deadline) {
      throw new UserError(`${name} is not there yet. Wait for it, then give it as --from ${name}.`);
    }
    await pause(wait);
  }
}

async function begin(dynamodb: DynamoDBClient, live: string, name: string, at: Date | 'latest'): Promise<void> {
  const command = new RestoreTableToPointInTimeCommand({
    SourceTableName: live,
    TargetTableName: name,
    // The copy is read by its key alone: without indexes it is there sooner, and costs less.
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

/** @returns undefined when there is no such table. */
export async function describe(dynamodb: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
