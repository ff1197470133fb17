import { AwsError } from '../aws/aws-error.ts';
import type { DynamoDbWire } from './wire.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Rows per BatchWriteItem. */
const PER_WRITE = 25;

const operations = new Set(['DescribeContinuousBackups', 'RestoreTableToPointInTime']);

/** Whether this file implements an operation that DynamoDB Local lacks. */
export function isPointInTime(operation: string): boolean {
  return operations.has(operation);
}

/**
 * Point-in-time recovery without a history: only the current time can be restored. Tests can rehearse a restore, and an
 * earlier time is refused instead of restoring the wrong rows.
 *
 * @throws AwsError as DynamoDB would return it
 */
export async function pointInTime(operation: string, input: Fields, wire: DynamoDbWire): Promise<Fields> {
  if (operation === 'RestoreTableToPointInTime') return restore(input, wire);
  await describe(String(input.TableName), wire);
  const now = Math.floor(Date.now() / 1000);
  const times = { EarliestRestorableDateTime: now, LatestRestorableDateTime: now };
  const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: 'ENABLED', ...times };
  return { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED', PointInTimeRecoveryDescription } };
}

/** As in DynamoDB, the new table has neither the stream nor the time to live of the source. */
async function restore(input: Fields, wire: DynamoDbWire): Promise<Fields> {
  const { SourceTableName, TargetTableName, UseLatestRestorableTime } = input;
  const source = await describe(String(SourceTableName), wire);
  if (UseLatestRestorableTime !== true) {
    throw new AwsError(
      'InvalidRestoreTimeException',
      'The local cloud keeps no history of its tables: it can restore only the latest time.',
    );
  }
  const created = await create(source, input, wire);
  await copyRows(String(SourceTableName), String(TargetTableName), wire);
  const RestoreSummary = { RestoreDateTime: Math.floor(Date.now() / 1000), RestoreInProgress: false };
  return { TableDescription: { ...created, RestoreSummary } };
}

async function create(source: Fields, input: Fields, wire: DynamoDbWire): Promise<Fields> {
  const isBare = Array.isArray(input.GlobalSecondaryIndexOverride) && input.GlobalSecondaryIndexOverride.length === 0;
  if (!isBare) throw new AwsError('ValidationException', 'Locally, a table is restored without its indexes only.');
  const keys = source.KeySchema as readonly { readonly AttributeName: string }[];
  const attributes = source.AttributeDefinitions as readonly { readonly AttributeName: string }[];
  const definition = {
    TableName: input.TargetTableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys,
    AttributeDefinitions: attributes.filter((one) => keys.some((key) => key.AttributeName === one.AttributeName)),
  };
  try {
    const { TableDescription } = await wire.call('dynamodb', 'CreateTable', definition);
    return TableDescription as Fields;
  } catch (error) {
    if (!(error instanceof AwsError && error.type === 'ResourceInUseException')) throw error;
    throw new AwsError('TableAlreadyExistsException', `Table already exists: ${String(input.TargetTableName)}`);
  }
}

async function copyRows(from: string, to: string, wire: DynamoDbWire): Promise<void> {
  let ExclusiveStartKey: unknown;
  do {
    const page = await wire.call('dynamodb', 'Scan', {
      TableName: from,
      ConsistentRead: true,
      ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
    });
    const items = page.Items as readonly Fields[];
    for (let start = 0; start < items.length; start += PER_WRITE) {
      const requests = items.slice(start, start + PER_WRITE).map((Item) => ({ PutRequest: { Item } }));
      await wire.call('dynamodb', 'BatchWriteItem', { RequestItems: { [to]: requests } });
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}

async function describe(name: string, wire: DynamoDbWire): Promise<Fields> {
  try {
    return (await wire.call('dynamodb', 'DescribeTable', { TableName: name })).Table as Fields;
  } catch (error) {
    if (!(error instanceof AwsError && error.type === 'ResourceNotFoundException')) throw error;
    throw new AwsError('TableNotFoundException', `Table not found: ${name}`);
  }
}
