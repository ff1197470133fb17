import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * The answer to a conditional write, or undefined when the row did not meet its condition.
 *
 * @param otherwise sees the failed check first, with the row where the write asks for it
 */
export async function ifConditionHolds<T>(
  write: Promise<T>,
  otherwise?: (failed: ConditionalCheckFailedException) => void,
): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    otherwise?.(error);
    return undefined;
  }
}

/** The result of a conditional write. @throws the error from `lost` when the row did not meet its condition. */
export async function orLostRace<T>(write: Promise<T>, lost: () => Error): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? lost() : error;
  }
}
