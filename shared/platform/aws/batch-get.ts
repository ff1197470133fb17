import { setTimeout as pause } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';

type Key = Record<string, unknown>;

/** Distinct keys of one table. */
export interface TableKeys {
  readonly table: string;
  readonly keys: readonly Key[];
  /** All by default. */
  readonly attributes?: readonly string[] | undefined;
  /** Allows an eventually consistent read, at half the cost. */
  readonly isStale?: boolean | undefined;
}

const KEYS_PER_BATCH = 100;

/** The most attempts in a row without results. */
const TRIES = 6;

/** Pauses in milliseconds double up to the longest. Their sum is below the timeout of endpoints. */
const SHORTEST_PAUSE = 25;
const LONGEST_PAUSE = 800;

/**
 * Reads many rows of one table by key, by default consistently.
 *
 * @throws AppError `unavailable` when several attempts return nothing
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
 * Reads rows of several tables by key, with one call for each hundred. DynamoDB can return part of a batch, as it
 * limits the size of responses and the rate of tables. The rest is requested again after a random pause, which grows
 * while nothing is returned.
 *
 * @returns the rows of each table, in the order of the tables
 * @throws AppError `unavailable` when several attempts return nothing
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
