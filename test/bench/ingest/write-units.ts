import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

type Row = Readonly<Record<string, unknown>>;

/** A write capacity unit is a row of up to so many bytes. */
const UNIT_BYTES = 1_024;

/** About what the rows that are updated have: counts of events, and conversations. */
const UPDATED_BYTES = 900;

/** The attributes of the local index of events, beside the keys of the table. */
const INDEXED = ['conversation_key', 'event_id', 'timestamp_sort', 'kind', 'event_bytes'];

/**
 * Write units as DynamoDB counts them: two for each KB in a transaction, one outside, and one for each KB in the index.
 * DynamoDB Local counts transactions too low, so they are counted from the requests.
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

  /** The units since the last time. */
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

/** By DynamoDB's rules: names and texts by their bytes, and about ten for a number. */
function bytesOf(row: Row): number {
  return Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value), 0);
}

function bytesOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.length : 10;
}
