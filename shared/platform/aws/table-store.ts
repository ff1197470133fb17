import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A store with only the tables that its function has rights to. */
export abstract class TableStore<Granted> {
  protected readonly documents: DynamoDBDocumentClient;
  protected readonly tables: Granted;

  constructor(documents: DynamoDBDocumentClient, tables: Granted) {
    this.documents = documents;
    this.tables = tables;
  }
}
