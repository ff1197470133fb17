import { setTimeout as pause } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';

type Key = Record<string, unknown>;

/** Keys of one table, which must differ. */
export interface TableKeys {
  readonly table: string;
  readonly keys: readonly Key[];
  /** The attributes to read, all by default. */
  readonly attributes?: readonly string[] | undefined;
  /** Whether the rows may be of a moment ago, and missing where they are new: such a read costs half. */
  readonly isStale?: boolean | undefined;
}

const KEYS_PER_BATCH = 100;

/** How often in a row nothing may come back. */
const TRIES = 6;

/** Pauses double up to this, in milliseconds; all of them together stay below the time of an endpoint. */
const SHORTEST_PAUSE = 25;
const LONGEST_PAUSE = 800;

/**
 * Reads many rows of one table by key, consistently unless asked otherwise.
 *
 * @throws AppError `unavailable` when several tries return nothing.
 */
export async function batchGet(
  documents: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
  options: Pick<TableKeys, 'attributes' | 'isStale'> = {},
): Promise<unknown[]> {
  const [rows = []] = await batchGetFrom(documents, [{ table, keys, ...options }]);
  return rows;
}

/**
 * Reads rows of several tables by key in one call for each hundred. A batch may come back in part, as
 * DynamoDB bounds the size of an answer and the rate of a table: the rest is requested again, after a growing random
 * pause where nothing came at all.
 *
 * @returns the rows of each table, in the order of the tables
 * @throws AppError `unavailable` when several tries return nothing.
 */
export async function batchGetFrom(
  documents: DynamoDBDocumentClient,
  tables: readonly TableKeys[],
): Promise<unknown[][]> {
  const found = new Map(tables.map(({ table }) => [table, [] as unknown[]]));
  const waiting = tables.flatMap(({ table, keys }) => keys.map((key) => ({ table, key })));
  for (let tries = 0; waiting.length > 0; ) {
    const batch = waiting.splice(0, KEYS_PER_BATCH);
    const command = new BatchGetCommand({ RequestItems: requestOf(batch, tables) });
    const { Responses = {}, UnprocessedKeys = {} } = await documents.send(command);
    for (const [table, rows] of Object.entries(Responses)) found.get(table)?.push(...rows);
    const left = Object.entries(UnprocessedKeys).flatMap(([table, { Keys = [] }]) =>
      Keys.map((key) => ({ table, key })),
    );
    waiting.push(...left);
    tries = left.length < batch.length ? 0 : tries + 1;
    if (tries === TRIES) throw new AppError('unavailable', 'Too many requests at the moment. Try again.');
    if (left.length > 0) await pause(Math.random() * Math.min(SHORTEST_PAUSE * 2 ** tries, LONGEST_PAUSE));
  }
  return tables.map(({ table }) => found.get(table) ?? []);
}

function requestOf(
  batch: readonly { readonly table: string; readonly key: Key }[],
  tables: readonly TableKeys[],
): NonNullable<BatchGetCommandInput['RequestItems']> {
  const requests = tables.flatMap(({ table, attributes, isStale = false }) => {
    const Keys = batch.filter((one) => one.table === table).map(({ key }) => key);
    const projection = attributes ? { ProjectionExpression: attributes.join(', ') } : {};
    return Keys.length === 0 ? [] : [[table, { Keys, ConsistentRead: !isStale, ...projection }] as const];
  });
  return Object.fromEntries(requests);
}
