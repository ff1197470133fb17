import { afterAll, describe, expect, it } from 'vitest';
import { ensureTable } from '../../../../../infra/local/dynamodb/tables.ts';
import { createTestDynamoDb, sharedUrl, type TestDynamoDb } from '../../../../../infra/local/dynamodb/test-dynamodb.ts';
import { DynamoDbWire, type WireAnswer } from '../../../../../infra/local/dynamodb/wire.ts';
import { aTable } from '../an-assembly.ts';

interface Table {
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
  readonly StreamSpecification?: unknown;
}

const byDate = {
  IndexName: 'created_at_index',
  KeySchema: [
    { AttributeName: 'owner_id', KeyType: 'HASH' },
    { AttributeName: 'created_at', KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'ALL' },
};
const definitionsOf = (...names: readonly string[]) =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const attributes = definitionsOf('owner_id', 'thing_id', 'created_at');

const FAILURE = {
  __type: 'com.amazon.coral.service#InternalFailure',
  message: 'The request processing has failed because of an unknown error, exception or failure.',
};

/** Fails a number of DescribeTable calls after a table was created or updated. */
class FailingWire extends DynamoDbWire {
  readonly #status: number;
  #failures: number;
  #isChanged = false;

  constructor({ url, credentials }: TestDynamoDb, status: number, failures: number) {
    super(url, credentials.accessKeyId);
    this.#status = status;
    this.#failures = failures;
  }

  get failuresLeft(): number {
    return this.#failures;
  }

  override async forward(target: string, body: Buffer): Promise<WireAnswer> {
    const isFailure = this.#isChanged && this.#failures > 0 && target.endsWith('.DescribeTable');
    if (!isFailure) {
      if (/\.(Create|Update)Table$/.test(target)) this.#isChanged = true;
      return super.forward(target, body);
    }
    this.#failures -= 1;
    return { status: this.#status, headers: {}, body: Buffer.from(JSON.stringify(FAILURE)) };
  }
}

const db = await createTestDynamoDb();
afterAll(() => db.stop());

async function describeTable(name: string | undefined): Promise<Table> {
  const { Table } = await db.wire.call('dynamodb', 'DescribeTable', { TableName: name });
  return Table as Table;
}

describe('the tables of a template', () => {
  it('get their indexes, stream and time to live', async () => {
    const resource = aTable('Things', {
      AttributeDefinitions: attributes,
      GlobalSecondaryIndexes: [{ ...byDate, ContributorInsightsSpecification: { Enabled: false } }],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });

    const { Things } = await db.createTables([resource]);

    const table = await describeTable(Things);
    const ttl = await db.wire.call('dynamodb', 'DescribeTimeToLive', { TableName: Things });
    expect(table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['created_at_index']);
    expect(table.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(ttl.TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at' });
  });

  it('keep their rows and get the additions of a newer template', async () => {
    const name = (await db.createTables([aTable('Old')])).Old ?? '';
    const Item = { owner_id: { S: 'ann' }, thing_id: { S: '1' }, created_at: { S: '2026' } };
    await db.wire.call('dynamodb', 'PutItem', { TableName: name, Item });

    const newer = {
      AttributeDefinitions: attributes,
      GlobalSecondaryIndexes: [byDate],
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    };
    await ensureTable(db.wire, aTable('Old', newer), name);

    const found = await db.wire.call('dynamodb', 'Query', {
      TableName: name,
      IndexName: 'created_at_index',
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': { S: 'ann' } },
    });
    expect(found.Items).toEqual([Item]);
    expect((await describeTable(name)).StreamSpecification).toMatchObject({ StreamViewType: 'KEYS_ONLY' });
  });

  it('get a new index when its key changes', async () => {
    const indexed = (sortKey: string) =>
      aTable('Indexed', {
        AttributeDefinitions: definitionsOf('owner_id', 'thing_id', sortKey),
        GlobalSecondaryIndexes: [
          { ...byDate, KeySchema: [byDate.KeySchema[0], { AttributeName: sortKey, KeyType: 'RANGE' }] },
        ],
      });
    const name = (await db.createTables([indexed('created_at')])).Indexed ?? '';

    await ensureTable(db.wire, indexed('updated_at'), name);

    expect((await describeTable(name)).GlobalSecondaryIndexes).toMatchObject([
      { IndexName: 'created_at_index', KeySchema: [{ AttributeName: 'owner_id' }, { AttributeName: 'updated_at' }] },
    ]);
  });

  it('refuse a change of their own key, which would lose rows', async () => {
    const name = (await db.createTables([aTable('Fixed')])).Fixed ?? '';
    const other = aTable('Fixed', { KeySchema: [{ AttributeName: 'thing_id', KeyType: 'HASH' }] });

    await expect(ensureTable(db.wire, other, name)).rejects.toThrow('npm run reset');
  });

  it('get their local indexes, which no update can change', async () => {
    const byTime = (sortKey: string) => ({
      AttributeDefinitions: definitionsOf('owner_id', 'thing_id', sortKey),
      LocalSecondaryIndexes: [
        {
          IndexName: 'time_index',
          KeySchema: [byDate.KeySchema[0], { AttributeName: sortKey, KeyType: 'RANGE' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
    const name = (await db.createTables([aTable('Local', byTime('created_at'))])).Local ?? '';
    for (const [thing, time] of [
      ['1', 'b'],
      ['2', 'a'],
    ] as const) {
      const Item = { owner_id: { S: 'ann' }, thing_id: { S: thing }, created_at: { S: time } };
      await db.wire.call('dynamodb', 'PutItem', { TableName: name, Item });
    }

    const found = await db.wire.call('dynamodb', 'Query', {
      TableName: name,
      IndexName: 'time_index',
      ConsistentRead: true,
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': { S: 'ann' } },
    });

    expect(found.Items).toMatchObject([{ thing_id: { S: '2' } }, { thing_id: { S: '1' } }]);
    await expect(ensureTable(db.wire, aTable('Local', byTime('created_at')), name)).resolves.toBeUndefined();
    await expect(ensureTable(db.wire, aTable('Local', byTime('changed_at')), name)).rejects.toThrow('npm run reset');
  });

  it('can be created repeatedly', async () => {
    const name = (await db.createTables([aTable('Twice')])).Twice ?? '';

    await ensureTable(db.wire, aTable('Twice'), name);

    expect(await describeTable(name)).toMatchObject({ TableStatus: 'ACTIVE' });
  });
});

describe('waiting for a table to become active', () => {
  it('continues after server failures of DescribeTable', async () => {
    const wire = new FailingWire(db, 500, 3);

    await ensureTable(wire, aTable('Failing'), 'fails-and-recovers');
    wire.close();

    expect(wire.failuresLeft).toBe(0);
    expect(await describeTable('fails-and-recovers')).toMatchObject({ TableStatus: 'ACTIVE' });
  });

  it('ends at its deadline with the last server failure as the cause', async () => {
    const wire = new FailingWire(db, 500, Number.POSITIVE_INFINITY);

    const failure = await ensureTable(wire, aTable('Failing'), 'fails-for-ever', 100).catch((error: unknown) => error);
    wire.close();

    expect(failure).toMatchObject({
      message: 'table fails-for-ever did not become active within 0.1 s',
      cause: { type: 'InternalFailure', status: 500 },
    });
  });

  it('ends at once when DescribeTable is refused', async () => {
    const wire = new FailingWire(db, 400, 1);

    const ensured = ensureTable(wire, aTable('Failing'), 'is-refused');

    await expect(ensured).rejects.toMatchObject({ type: 'InternalFailure', status: 400 });
    wire.close();
  });
});

describe('a shared DynamoDB', () => {
  it('gives every user separate tables, deletes those of one that stops, and keeps running', async () => {
    const other = await createTestDynamoDb(sharedUrl(db));
    const mine = await db.createTables([aTable('Things')]);
    const theirs = await other.createTables([aTable('Things')]);
    await other.stop();

    expect(theirs.Things).not.toBe(mine.Things);
    expect(await describeTable(mine.Things)).toMatchObject({ TableStatus: 'ACTIVE' });
    await expect(describeTable(theirs.Things)).rejects.toMatchObject({ type: 'ResourceNotFoundException' });
  });

  it('shows no table to a client with another key', async () => {
    await db.createTables([aTable('Hidden')]);
    const stranger = await createTestDynamoDb(sharedUrl(db).replace(db.credentials.accessKeyId, 'STRANGER'));

    expect(await stranger.wire.call('dynamodb', 'ListTables', {})).toEqual({ TableNames: [] });
  });
});
