import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { POOL_OWNER } from '../record/identity.ts';
import { Sandbox } from '../record/sandbox.ts';

/** The warm pool: rows of sandboxes under an owner who cannot exist. The index has neither claimed nor deleted ones. */
export function poolRows(documents: DynamoDBDocumentClient, sandboxes: string): Promise<Sandbox[]> {
  const pages = queryPages(documents, {
    TableName: sandboxes,
    IndexName: 'created_at_index',
    KeyConditionExpression: 'owner_id = :owner',
    ExpressionAttributeValues: { ':owner': POOL_OWNER },
  });
  return allRows(pages, (item) => Sandbox.parse(item));
}
