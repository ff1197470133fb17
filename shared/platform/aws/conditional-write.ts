import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * The result of a conditional write; undefined when the condition failed.
 *
 * @param otherwise called with the failed check, which has the row if the write asks for it
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

/** The result of a conditional write. @throws the error from `lost` when the condition failed */
export async function orLostRace<T>(write: Promise<T>, lost: () => Error): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? lost() : error;
  }
}
