import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';

/** Whether a conditional write found another row than it expected. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}

/** Why a transaction was cancelled, one reason for each of its items in their order, or undefined when it failed otherwise. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] | undefined {
  return error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : undefined;
}

/** Two transactions met on one row. Nothing was written: the same transaction may be tried again. */
function isCollision(error: unknown): boolean {
  const reasons = cancellationReasons(error);
  return (
    reasons !== undefined &&
    reasons.some(({ Code }) => Code === 'TransactionConflict') &&
    reasons.every(({ Code }) => Code !== 'ConditionalCheckFailed')
  );
}

/** How often a transaction is tried that meets others on the same row. */
const TRIES = 5;

/** Runs a transaction again when it met another one on the same row, which the SDK does not do by itself. */
export async function retryCollisions<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (!isCollision(error) || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40 * 2 ** tries));
    }
  }
}
