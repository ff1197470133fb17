import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { database } from './call-limits.ts';
import { LeanDocumentClient } from './dynamodb/document-client.ts';

/** One client per bundle, made when a function first needs it and kept for as long as its environment lives. */
let client: DynamoDBDocumentClient | undefined;

export function documents(): DynamoDBDocumentClient {
  client ??= new LeanDocumentClient(database);
  return client;
}
