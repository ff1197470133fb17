import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

type Row = Readonly<Record<string, unknown>>;

/** Bytes of a row per write capacity unit. */
const UNIT_BYTES = 1_024;

/** Approximate size of the updated rows: event counts and conversations. */
const UPDATED_BYTES = 900;

/** The attributes of the local index of events, in addition to the keys of the table. */
const INDEXED = ['conversation_key', 'event_id', 'timestamp_sort', 'kind', 'event_bytes'];

/**
 * Counts the write units of DynamoDB from requests: two per KB in a transaction, one outside, and one per KB in an
 * index. DynamoDB Local reports too few units for transactions.
 */
export class WriteUnits {
  #units = 0;

  constructor(documents: DynamoDBDocumentClient) {
    documents.middlewareStack.add(
      (next) => async (args) => {
        this.#units += unitsOf(args.input);
        return next(args);
      },
      { step: 'initialize', name: 'write-units' },
    );
  }

  /** The units since the last call. */
  take(): number {
    const units = this.#units;
    this.#units = 0;
    return units;
  }
}

function unitsOf(input: object): number {
  if ('TransactItems' in input) {
    const { TransactItems = [] } = input as TransactWriteCommandInput;
    return TransactItems.reduce((sum, { Put }) => sum + (Put?.Item ? 2 * ofRow(Put.Item) + ofIndex(Put.Item) : 2), 0);
  }
  if ('Item' in input) return ofRow(input.Item as Row);
  // The row of a conversation, and its copy in the index by creation.
  return 'UpdateExpression' in input ? 2 * Math.ceil(UPDATED_BYTES / UNIT_BYTES) : 0;
}

function ofRow(row: Row): number {
  return Math.ceil(bytesOf(row) / UNIT_BYTES);
}

function ofIndex(row: Row): number {
  if (row.timestamp_sort === undefined) return 0;
  return ofRow(Object.fromEntries(Object.entries(row).filter(([name]) => INDEXED.includes(name))));
}

/** The size of a value by the rules of DynamoDB: the bytes of names and texts, and about ten per number. */
function bytesOf(row: Row): number {
  return Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value), 0);
}

function bytesOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.length : 10;
}
