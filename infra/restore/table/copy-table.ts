import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { inParallel } from '../service.ts';
import {
  type Choice,
  type CompareOptions,
  type Comparison,
  compareRows,
  comparisons,
  isWanted,
} from './compare-rows.ts';
import { type KeyNames, keyOf, keyText, ownerOf, type Row } from './row.ts';

/** The limit of BatchGetItem. */
const PER_READ = 100;

/** How many rows are written concurrently. */
const WRITERS = 10;

export interface CopyOrder extends CompareOptions, Choice {
  readonly live: string;
  readonly restored: string;
  readonly keys: KeyNames;
  /** Copies only rows of this owner. */
  readonly owner: string | undefined;
  /** If false, only compares. */
  readonly apply: boolean;
  /** Called for each row to write. */
  readonly onRow: (key: string, comparison: Comparison) => void;
}

export interface CopyResult {
  readonly compared: Readonly<Record<Comparison, number>>;
  /** The number of rows to write; with `apply`, of rows written. */
  readonly written: number;
  /** The number of live rows that another writer changed in the meantime. */
  readonly changed: number;
}

/** Compares every row of a restored table with the live one, and writes the wanted ones. Idempotent. */
export async function copyTable(dynamodb: DynamoDBClient, order: CopyOrder): Promise<CopyResult> {
  const compared = Object.fromEntries(comparisons.map((name) => [name, 0])) as Record<Comparison, number>;
  let [written, changed] = [0, 0];
  const pages = paginateScan({ client: dynamodb, pageSize: PER_READ }, { TableName: order.restored });
  for await (const { Items = [] } of pages) {
    const rows = Items.filter((row) => order.owner === undefined || ownerOf(row, order.keys) === order.owner);
    const live = await liveRows(dynamodb, rows, order);
    await inParallel(rows, WRITERS, async (restored) => {
      const key = keyText(restored, order.keys);
      const there = live.get(key);
      const comparison = await compareRows(restored, there, order);
      compared[comparison] += 1;
      if (!isWanted(comparison, order.rules, order)) return;
      order.onRow(key, comparison);
      const row = order.rules.returning?.(restored, order.now) ?? restored;
      if (!order.apply || (await writeRow(dynamodb, order.live, row, there, order.keys))) written += 1;
      else changed += 1;
    });
  }
  return { compared, written, changed };
}

async function liveRows(
  dynamodb: DynamoDBClient,
  rows: readonly Row[],
  { live, keys }: CopyOrder,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  let waiting = rows.map((row) => keyOf(row, keys));
  while (waiting.length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [live]: { Keys: waiting.slice(0, PER_READ), ConsistentRead: true } } }),
    );
    for (const row of Responses[live] ?? []) found.set(keyText(row, keys), row);
    waiting = [...(UnprocessedKeys[live]?.Keys ?? []), ...waiting.slice(PER_READ)];
  }
  return found;
}

/** Attributes that change with every write, in tables that have them. */
const REVISIONS = ['version', 'updated_at'];

/** Writes a restored row, unless the live one has changed since the comparison. @returns whether it was written */
async function writeRow(
  dynamodb: DynamoDBClient,
  table: string,
  row: Row,
  live: Row | undefined,
  keys: KeyNames,
): Promise<boolean> {
  try {
    await dynamodb.send(new PutItemCommand({ TableName: table, Item: { ...row }, ...conditionOf(live, keys) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function conditionOf(live: Row | undefined, [partition = '']: KeyNames) {
  if (!live) {
    return {
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': partition },
    };
  }
  const revision = REVISIONS.find((name) => live[name] !== undefined);
  const names = revision === undefined ? Object.keys(live) : [revision];
  return {
    ConditionExpression: names.map((_, index) => `#n${index} = :v${index}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.flatMap((name, index) => (live[name] === undefined ? [] : [[`:v${index}`, live[name]]])),
    ),
  };
}
