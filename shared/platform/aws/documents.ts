import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { database } from './call-limits.ts';

/** One client per bundle, made when a function first needs it and kept for as long as its environment lives. */
let client: DynamoDBDocumentClient | undefined;

export function documents(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient(database), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return client;
}
