import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import type { Table } from '../../../rights/statement.ts';
import { POOL_OWNER } from '../record/identity.ts';
import { Sandbox } from '../record/sandbox.ts';

/** The warm pool: rows of sandboxes under an owner who cannot exist. The index has neither claimed nor deleted ones. */
export function poolRows(documents: DynamoDBDocumentClient, sandboxes: Table<'sandboxes'>): Promise<Sandbox[]> {
  const pages = queryPages(documents, {
    TableName: sandboxes,
    IndexName: 'created_at_index',
    KeyConditionExpression: 'owner_id = :owner',
    ExpressionAttributeValues: { ':owner': POOL_OWNER },
  });
  return allRows(pages, (item) => Sandbox.parse(item));
}
