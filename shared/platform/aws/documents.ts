import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { duringInit } from '../init/wired.ts';
import { database } from './call-limits.ts';
import { LeanDocumentClient } from './dynamodb/document-client.ts';

/** One client per bundle, made when a function first needs it and kept for as long as its environment lives. */
let client: LeanDocumentClient | undefined;

export function documents(): DynamoDBDocumentClient {
  client ??= connecting(new LeanDocumentClient(database));
  return client;
}

/** The first call finds an open connection, which costs it no handshake. */
function connecting(made: LeanDocumentClient): LeanDocumentClient {
  duringInit(() => made.connect());
  return made;
}
