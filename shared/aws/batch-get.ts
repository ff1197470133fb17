import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Key = Record<string, unknown>;

const KEYS_PER_BATCH = 100;

/** Reads many rows by key, as they are now. A batch may come back in part; what was not processed is asked for again. Keys must differ. */
export async function batchGet(
  documents: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
): Promise<unknown[]> {
  const found: unknown[] = [];
  const waiting = [...keys];
  while (waiting.length > 0) {
    const Keys = waiting.splice(0, KEYS_PER_BATCH);
    const command = new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } });
    const { Responses, UnprocessedKeys } = await documents.send(command);
    found.push(...(Responses?.[table] ?? []));
    waiting.push(...(UnprocessedKeys?.[table]?.Keys ?? []));
  }
  return found;
}
