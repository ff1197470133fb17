import { setTimeout as pause } from 'node:timers/promises';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors/errors.ts';

type Key = Record<string, unknown>;

const KEYS_PER_BATCH = 100;

/** How often in a row nothing may come back. */
const TRIES = 6;

/** Pauses double up to this, in milliseconds; all of them together stay below the time of an endpoint. */
const SHORTEST_PAUSE = 25;
const LONGEST_PAUSE = 800;

export interface BatchGetOptions {
  /** The attributes to read, all by default. */
  readonly attributes?: readonly string[];
  /** Whether the rows may be of a moment ago, and missing where they are new: such a read costs half. */
  readonly isStale?: boolean;
}

/**
 * Reads many rows by key, consistently unless asked otherwise. A batch may come back in part, as DynamoDB bounds the
 * size of an answer and the rate of a table: the rest is requested again, after a growing random pause where nothing
 * came at all. Keys must differ.
 *
 * @throws AppError `unavailable` when several tries return nothing.
 */
export async function batchGet(
  documents: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
  { attributes, isStale = false }: BatchGetOptions = {},
): Promise<unknown[]> {
  const found: unknown[] = [];
  const waiting = [...keys];
  for (let tries = 0; waiting.length > 0; ) {
    const Keys = waiting.splice(0, KEYS_PER_BATCH);
    const projection = attributes ? { ProjectionExpression: attributes.join(', ') } : {};
    const command = new BatchGetCommand({
      RequestItems: { [table]: { Keys, ConsistentRead: !isStale, ...projection } },
    });
    const { Responses, UnprocessedKeys } = await documents.send(command);
    found.push(...(Responses?.[table] ?? []));
    const left = UnprocessedKeys?.[table]?.Keys ?? [];
    waiting.push(...left);
    tries = left.length < Keys.length ? 0 : tries + 1;
    if (tries === TRIES) throw new AppError('unavailable', 'the table is read too often; send the request again');
    if (left.length > 0) await pause(Math.random() * Math.min(SHORTEST_PAUSE * 2 ** tries, LONGEST_PAUSE));
  }
  return found;
}
