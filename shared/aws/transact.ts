import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';
import { isConditionFailure } from './condition-failure.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write with the name of the race that it can lose. `written` hears that the transaction went through. */
export interface Part {
  readonly item: TransactItem;
  readonly lost: () => Error;
  readonly written?: () => void;
}

/** How often a transaction is tried that meets others on the same row. */
const TRIES = 5;

/**
 * Writes all items or none. `lost` is told the index of the first item whose condition failed, and throws the name of that race.
 *
 * @throws AppError `conflict` when it meets others each time.
 */
export async function transact(
  documents: DynamoDBDocumentClient,
  items: TransactItem[],
  lost: (index: number) => never,
): Promise<void> {
  const [first] = await tryTransact(documents, items);
  if (first !== undefined) lost(first);
}

/** Items whose races are told apart by their place, as parts of a larger transaction. */
export function asParts(items: readonly TransactItem[], lost: (index: number) => never): readonly Part[] {
  return items.map((item, index) => ({ item, lost: () => lost(index) }));
}

/**
 * Writes all parts or none. The first of those whose condition failed names the race.
 *
 * @throws what that part has for it; AppError `conflict` when the transaction meets others each time.
 */
export async function transactParts(documents: DynamoDBDocumentClient, parts: readonly Part[]): Promise<void> {
  const items = parts.map(({ item }) => item);
  await transact(documents, items, (index) => {
    throw parts[index]?.lost() ?? new Error(`a transaction of ${parts.length} parts lost its part ${index}`);
  });
  for (const { written } of parts) written?.();
}

/**
 * Writes one row, in a transaction where others have something to add to it.
 *
 * @throws what the part has for it whose condition failed.
 */
export async function putWith(
  documents: DynamoDBDocumentClient,
  first: readonly Part[],
  put: PutCommandInput,
  lost: () => Error,
): Promise<void> {
  if (first.length > 0) return transactParts(documents, [...first, { item: { Put: put }, lost }]);
  try {
    await documents.send(new PutCommand(put));
  } catch (error) {
    throw isConditionFailure(error) ? lost() : error;
  }
}

/**
 * Writes all items or none. A transaction that met another one on a row wrote nothing and is tried again, which the SDK does not do by itself.
 *
 * @returns the indexes of the items whose condition failed: none when all is written, otherwise nothing is.
 * @throws AppError `conflict` when it meets others each time.
 */
export async function tryTransact(
  documents: DynamoDBDocumentClient,
  items: TransactItem[],
  most = TRIES,
): Promise<readonly number[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems: items }));
      return [];
    } catch (error) {
      const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
      const failed = reasons.flatMap(({ Code }, index) => (Code === 'ConditionalCheckFailed' ? [index] : []));
      if (failed.length > 0) return failed;
      if (!reasons.some(({ Code }) => Code === 'TransactionConflict')) throw error;
      if (tries === most)
        throw new AppError('conflict', 'others write the same at this moment; send the request again', {
          cause: error,
        });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(40 * 2 ** tries, 1_000)));
    }
  }
}
