import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../clock.ts';

/** A store with only the tables that its function has rights to. */
export abstract class TableStore<Granted> {
  protected readonly documents: DynamoDBDocumentClient;
  protected readonly tables: Granted;
  protected readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, tables: Granted, now: Clock = systemClock) {
    this.documents = documents;
    this.tables = tables;
    this.now = now;
  }
}
