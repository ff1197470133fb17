import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { Sandbox } from '../record/sandbox.ts';

/** Each sparse index across owners is spread over this many partitions. */
const SHARDS = 8;

const Key = z.object({ owner_id: z.string(), sandbox_id: z.string() });

/** The sort key of the index `stored_index`. */
export function storedKey({ owner_id, sandbox_id }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>): string {
  return `${owner_id}/${sandbox_id}`;
}

/**
 * The sandboxes of an owner that have disks or cost anything, as their rows are now. The index is a moment late: a
 * sandbox that began to be paid for just now may be missing. Those at rest for good are not looked at, however many.
 *
 * @param most how many there may be
 * @param tooMany the error for more
 */
export async function storedOf(
  documents: DynamoDBDocumentClient,
  table: string,
  ownerId: string,
  most: number,
  tooMany: () => Error,
): Promise<readonly Sandbox[]> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => keysIn(documents, table, ownerId, String(shard)));
  const keys = (await Promise.all(shards)).flat();
  if (keys.length > most) throw tooMany();
  return (await batchGet(documents, table, keys)).map((item) => Sandbox.parse(item));
}

/** An owner's id may hold a slash, and so begin with that of another one. */
function keysIn(documents: DynamoDBDocumentClient, table: string, ownerId: string, shard: string) {
  const pages = queryPages(documents, {
    TableName: table,
    IndexName: 'stored_index',
    KeyConditionExpression: '#shard = :shard AND begins_with(stored_key, :prefix)',
    FilterExpression: 'owner_id = :owner',
    ProjectionExpression: 'owner_id, sandbox_id',
    // A reserved word.
    ExpressionAttributeNames: { '#shard': 'stored' },
    ExpressionAttributeValues: { ':shard': shard, ':prefix': `${ownerId}/`, ':owner': ownerId },
  });
  return allRows(pages, (item) => Key.parse(item));
}
