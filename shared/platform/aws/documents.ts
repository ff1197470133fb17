import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { duringInit } from '../init/wired.ts';
import { database } from './call-limits.ts';
import { LeanDocumentClient } from './dynamodb/document-client.ts';

let client: LeanDocumentClient | undefined;

/** One client per bundle. INIT opens its connection. Stores only call `send`. */
export function documents(): DynamoDBDocumentClient {
  client ??= connecting(new LeanDocumentClient(database));
  return client as unknown as DynamoDBDocumentClient;
}

function connecting(made: LeanDocumentClient): LeanDocumentClient {
  duringInit(() => made.connect());
  return made;
}
