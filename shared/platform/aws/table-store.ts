import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A store whose commands name only the tables that its function was granted. */
export abstract class TableStore<Granted> {
  protected readonly documents: DynamoDBDocumentClient;
  protected readonly tables: Granted;

  constructor(documents: DynamoDBDocumentClient, tables: Granted) {
    this.documents = documents;
    this.tables = tables;
  }
}
