import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** How often a transaction is tried that meets others on the same row. */
const TRIES = 5;

/**
 * Writes all items or none. `lost` is told the index of the first item whose condition failed, and throws the name of that race. A transaction that met another
 * one on a row wrote nothing and is tried again, which the SDK does not do by itself.
 *
 * @throws AppError `conflict` when it meets others each time.
 */
export async function transact(
  documents: DynamoDBDocumentClient,
  items: TransactItem[],
  lost: (index: number) => never,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems: items }));
      return;
    } catch (error) {
      const codes =
        error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []).map(({ Code }) => Code) : [];
      const index = codes.indexOf('ConditionalCheckFailed');
      if (index >= 0) lost(index);
      if (!codes.includes('TransactionConflict')) throw error;
      if (tries === TRIES)
        throw new AppError('conflict', 'others write the same at this moment; send the request again', {
          cause: error,
        });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40 * 2 ** tries));
    }
  }
}
