import { AwsError } from '../aws/aws-error.ts';
import { UserError } from '../terminal/user-error.ts';
import type { DynamoDbWire } from './wire.ts';

const READY_WITHIN_MS = 30_000;

type Fields = Readonly<Record<string, unknown>>;

/** A table as a template describes it. */
interface TableProperties {
  readonly properties: Fields;
}

type KeySchema = readonly { readonly AttributeName: string; readonly KeyType: string }[];

interface Index {
  readonly IndexName: string;
  readonly KeySchema: KeySchema;
  readonly Projection: unknown;
}

interface Description {
  readonly TableStatus: string;
  readonly KeySchema: KeySchema;
  readonly StreamSpecification?: { readonly StreamEnabled?: boolean };
  readonly GlobalSecondaryIndexes?: readonly {
    readonly IndexName: string;
    readonly IndexStatus: string;
    readonly KeySchema: KeySchema;
  }[];
  readonly LocalSecondaryIndexes?: readonly Index[];
}

/**
 * Creates the table of a template's resource, or updates an existing one: adds new indexes and streams, and recreates
 * indexes whose key has changed. Rows are never deleted.
 *
 * @throws UserError when the key of the table or of a local index has changed, which no update can do
 */
export async function ensureTable(
  wire: DynamoDbWire,
  resource: TableProperties,
  name: string,
  readyWithinMs = READY_WITHIN_MS,
): Promise<void> {
  const existing = await describe(wire, name);
  const active = (): Promise<void> => whenActive(wire, name, readyWithinMs);
  if (existing) await upgrade(wire, resource, name, existing, active);
  else await wire.call('dynamodb', 'CreateTable', createRequest(resource, name));
  await active();
  await ensureTimeToLive(wire, name, resource.properties.TimeToLiveSpecification as Fields | undefined);
}

/** The input of CreateTable, which has most of CloudFormation's names. */
function createRequest({ properties }: TableProperties, name: string): Fields {
  const indexes = indexesOf(properties.GlobalSecondaryIndexes);
  const localIndexes = indexesOf(properties.LocalSecondaryIndexes);
  const stream = streamSpecification(properties);
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...(localIndexes.length > 0 && { LocalSecondaryIndexes: localIndexes }),
    ...(stream && { StreamSpecification: stream }),
  };
}

/** DynamoDB accepts one change of a table at a time, and only while the table is active. */
async function upgrade(
  wire: DynamoDbWire,
  { properties }: TableProperties,
  name: string,
  existing: Description,
  active: () => Promise<void>,
): Promise<void> {
  if (!sameKey(properties.KeySchema as KeySchema, existing.KeySchema)) throw outdated(name, 'a different key');
  if (!sameIndexes(indexesOf(properties.LocalSecondaryIndexes), existing.LocalSecondaryIndexes ?? [])) {
    throw outdated(name, 'different local indexes');
  }
  const update = async (change: Fields): Promise<void> => {
    await active();
    await wire.call('dynamodb', 'UpdateTable', { TableName: name, ...change });
  };
  const stream = streamSpecification(properties);
  if (stream && !existing.StreamSpecification?.StreamEnabled) await update({ StreamSpecification: stream });
  for (const index of indexesOf(properties.GlobalSecondaryIndexes)) {
    const { IndexName } = index;
    const present = existing.GlobalSecondaryIndexes?.find((candidate) => candidate.IndexName === IndexName);
    if (present && sameKey(present.KeySchema, index.KeySchema)) continue;
    if (present) await update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
    const { AttributeDefinitions } = properties;
    await update({ AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: index }] });
  }
}

function outdated(name: string, what: string): UserError {
  return new UserError(
    `The table ${name} has ${what} than this version needs. Run "npm run reset" to delete the old data.`,
  );
}

function sameIndexes(some: readonly Index[], others: readonly Index[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ IndexName, KeySchema }) =>
      others.some((other) => other.IndexName === IndexName && sameKey(other.KeySchema, KeySchema)),
    )
  );
}

function sameKey(one: KeySchema, other: KeySchema): boolean {
  const text = (schema: KeySchema): string =>
    schema
      .map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`)
      .sort()
      .join();
  return text(one) === text(other);
}

function indexesOf(indexes: unknown): readonly Index[] {
  if (!Array.isArray(indexes)) return [];
  return indexes.map(({ IndexName, KeySchema, Projection }: Index) => ({ IndexName, KeySchema, Projection }));
}

function streamSpecification(properties: Fields): Fields | undefined {
  const given = properties.StreamSpecification as { StreamViewType?: string } | undefined;
  return given?.StreamViewType ? { StreamEnabled: true, StreamViewType: given.StreamViewType } : undefined;
}

async function ensureTimeToLive(wire: DynamoDbWire, name: string, wanted: Fields | undefined): Promise<void> {
  if (wanted?.Enabled !== true) return;
  const { TimeToLiveDescription } = await wire.call('dynamodb', 'DescribeTimeToLive', { TableName: name });
  const { TimeToLiveStatus } = (TimeToLiveDescription ?? {}) as { TimeToLiveStatus?: string };
  if (TimeToLiveStatus === 'ENABLED' || TimeToLiveStatus === 'ENABLING') return;
  await wire.call('dynamodb', 'UpdateTimeToLive', {
    TableName: name,
    TimeToLiveSpecification: { AttributeName: wanted.AttributeName, Enabled: true },
  });
}

async function describe(wire: DynamoDbWire, name: string): Promise<Description | undefined> {
  try {
    const { Table } = await wire.call('dynamodb', 'DescribeTable', { TableName: name });
    return Table as Description;
  } catch (error) {
    if (error instanceof AwsError && error.type === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

/** DynamoDB Local can fail DescribeTable with a server error while it adds an index: the table is not active yet. */
async function whenActive(wire: DynamoDbWire, name: string, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const table = await describe(wire, name).catch(serverFailure);
    const failure = table instanceof AwsError ? { cause: table } : undefined;
    if (!(table instanceof AwsError) && isActive(table)) return;
    if (Date.now() > deadline) {
      throw new Error(`table ${name} did not become active within ${withinMs / 1000} s`, failure);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function serverFailure(error: unknown): AwsError {
  if (error instanceof AwsError && error.status >= 500) return error;
  throw error;
}

function isActive(table: Description | undefined): boolean {
  const indexes = table?.GlobalSecondaryIndexes ?? [];
  return table?.TableStatus === 'ACTIVE' && indexes.every((index) => index.IndexStatus === 'ACTIVE');
}
