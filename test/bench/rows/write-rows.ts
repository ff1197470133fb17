import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type BatchWriteCommandOutput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';

type Row = Readonly<Record<string, unknown>>;

const ROWS_PER_WRITE = 25;

/** A busy DynamoDB Local can leave rows unwritten. */
const TRIES = 10;

/** Concurrent calls. More do not help, because DynamoDB Local writes sequentially. */
const PARALLEL = 4;

/** Writes the rows of a table without conditions, like a restore. */
export async function writeRows(documents: DynamoDBDocumentClient, table: string, rows: Iterable<Row>): Promise<void> {
  const batches = batchesOf(rows);
  const writer = async () => {
    for (const batch of batches) await writeBatch(documents, table, batch);
  };
  await Promise.all(Array.from({ length: PARALLEL }, writer));
}

async function writeBatch(documents: DynamoDBDocumentClient, table: string, rows: readonly Row[]): Promise<void> {
  let RequestItems: BatchWriteCommandInput['RequestItems'] = {
    [table]: rows.map((Item) => ({ PutRequest: { Item } })),
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { UnprocessedItems = {} }: BatchWriteCommandOutput = await documents.send(
      new BatchWriteCommand({ RequestItems }),
    );
    if (Object.keys(UnprocessedItems).length === 0) return;
    RequestItems = UnprocessedItems;
  }
  throw new Error(`DynamoDB Local did not write all rows of ${table}.`);
}

function* batchesOf(rows: Iterable<Row>): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_WRITE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
