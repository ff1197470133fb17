import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';
import type { TransactionPart } from '../transaction-part.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A part of a transaction for DynamoDB. All parts that reach adapters have this type. */
export interface Part extends TransactionPart {
  readonly item: TransactItem;
  /** If present, the transaction is written without this part when its condition fails. Called then. */
  readonly skipped?: () => void;
}

/** Parts that store a request's result under its Idempotency-Key; none without a key. */
export type ClaimParts<Result> = (result: Result) => Promise<readonly Part[]>;

/** The most attempts of a transaction that conflicts with others. */
const TRIES = 5;

/** A part that cannot lose a race: its row has a unique key, or the write has no condition. */
export function certain(item: TransactItem): Part {
  return { item, lost: () => new Error('a write that no other writer can meet lost a race') };
}

/**
 * Writes all parts or none.
 *
 * @throws the error of the first part whose condition failed; AppError `conflict` after repeated conflicts
 */
export async function transact(documents: DynamoDBDocumentClient, parts: readonly Part[]): Promise<void> {
  const [first] = await lostParts(documents, parts);
  if (first) throw first.lost();
}

/**
 * Writes all parts or none, for callers that need all lost races. Sends the transaction again after a conflict with
 * another one, which the SDK does not do.
 *
 * @returns the parts whose condition failed; empty when everything is written
 * @throws AppError `conflict` after repeated conflicts
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
      const lost = failed.filter(({ skipped }) => skipped === undefined);
      if (lost.length > 0) return lost;
      if (failed.length > 0) {
        const rest = parts.filter((part) => !failed.includes(part));
        for (const { skipped } of failed) skipped?.();
        return rest.length > 0 ? lostParts(documents, rest, most) : [];
      }
      if (!reasons.some(({ Code }) => Code === 'TransactionConflict')) throw error;
      if (tries === most)
        throw new AppError('conflict', 'Another request is changing this. Try again.', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(40 * 2 ** tries, 1_000)));
    }
  }
}
