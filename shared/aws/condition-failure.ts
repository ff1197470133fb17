import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Whether a conditional write found another row than it expected. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}
