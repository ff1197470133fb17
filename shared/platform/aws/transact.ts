import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';
import type { TransactionPart } from '../transaction-part.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A part as DynamoDB takes it. Every part that reaches an adapter is one. */
export interface Part extends TransactionPart {
  readonly item: TransactItem;
}

/** Parts that keep a request's result under its Idempotency-Key; none without a key. */
export type ClaimParts<Result> = (result: Result) => Promise<readonly Part[]>;

/** How often a transaction is sent that meets others on the same row. */
const TRIES = 5;

/** A part that can lose no race: its row has a key of its own, or the write has no condition. */
export function certain(item: TransactItem): Part {
  return { item, lost: () => new Error('a write that no other writer can meet lost a race') };
}

/**
 * Writes all parts or none.
 *
 * @throws the named race of the first part whose condition failed; AppError `conflict` when the transaction meets
 * others each time.
 */
export async function transact(documents: DynamoDBDocumentClient, parts: readonly Part[]): Promise<void> {
  const [first] = await lostParts(documents, parts);
  if (first) throw first.lost();
}

/**
 * Writes all parts or none, for callers that need every race that was lost and not just the first. A transaction that
 * met another one on a row wrote nothing and is sent again, which the SDK does not do by itself.
 *
 * @returns the parts whose condition failed: none when all is written, otherwise nothing is.
 * @throws AppError `conflict` when the transaction meets others each time.
 */
export async function lostParts(
  documents: DynamoDBDocumentClient,
  parts: readonly Part[],
  most = TRIES,
): Promise<readonly Part[]> {
  const TransactItems = parts.map(({ item }) => item);
  for (let tries = 1; ; tries += 1) {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems }));
      for (const { written } of parts) written?.();
      return [];
    } catch (error) {
      const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
      const failed = parts.filter((_, index) => reasons[index]?.Code === 'ConditionalCheckFailed');
      if (failed.length > 0) return failed;
      if (!reasons.some(({ Code }) => Code === 'TransactionConflict')) throw error;
      if (tries === most)
        throw new AppError('conflict', 'Another request is changing this. Try again.', {
          cause: error,
        });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(40 * 2 ** tries, 1_000)));
    }
  }
}
