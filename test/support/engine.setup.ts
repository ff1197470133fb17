import { createTestDynamoDb, SHARED_DYNAMODB, sharedUrl } from '../../infra/local/dynamodb/test-dynamodb.ts';

/** Starts the DynamoDB Local of the test run, unless it is running. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SHARED_DYNAMODB]) return undefined;
  const dynamo = await createTestDynamoDb();
  process.env[SHARED_DYNAMODB] = sharedUrl(dynamo);
  return async () => {
    delete process.env[SHARED_DYNAMODB];
    await dynamo.stop();
  };
}
