import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import type { Table } from '../../../rights/statement.ts';
import { Sandbox } from '../record/sandbox.ts';

/** Each sparse index across owners is spread over this many partitions. */
const SHARDS = 8;

/** An entry of the index: which sandbox, and by its key also which of its intervals are open. */
const Entry = z.object({ owner_id: z.string(), sandbox_id: z.string(), stored_key: z.string() });
export type StoredEntry = z.infer<typeof Entry>;

/**
 * The sort key of the index `stored_index`. It names the open intervals, so that it changes when one ends, and never
 * becomes what it was: no interval begins twice.
 */
export function storedKey(sandbox: Sandbox): string {
  const { owner_id, sandbox_id, generation, task_started_at: started, task_stopped_at: stopped } = sandbox;
  const running = started !== null && stopped === null ? `r${generation}@${started}` : '';
  const { workspace_kept: kept } = sandbox;
  const paused = kept === null ? '' : `p${kept.generation}@${kept.since}`;
  return `${owner_id}/${sandbox_id}#open:${running}${paused}`;
}

/**
 * The sandboxes of an owner that have disks or cost anything. The index is a moment late: one that began to be paid for
 * just now may be missing. Those at rest for good are not looked at, however many.
 *
 * @param most the maximum number of entries
 * @param tooMany the error for more
 */
export async function storedOf(
  documents: DynamoDBDocumentClient,
  table: Table<'sandboxes'>,
  ownerId: string,
  most: number,
  tooMany: () => Error,
): Promise<readonly StoredEntry[]> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => entriesIn(documents, table, ownerId, String(shard)));
  const entries = (await Promise.all(shards)).flat();
  if (entries.length > most) throw tooMany();
  return entries;
}

/** The rows of these entries as they are now. */
export async function rowsOf(
  documents: DynamoDBDocumentClient,
  table: Table<'sandboxes'>,
  entries: readonly StoredEntry[],
): Promise<readonly Sandbox[]> {
  const keys = entries.map(({ owner_id, sandbox_id }) => ({ owner_id, sandbox_id }));
  return (await batchGet(documents, table, keys)).map((item) => Sandbox.parse(item));
}

/** Whether what was open when these entries were read was open still, and all of it, when their rows were. */
export function noneEndedBetween(entries: readonly StoredEntry[], rows: readonly Sandbox[]): boolean {
  const keys = new Map(rows.map((row) => [row.sandbox_id, row.stored_key]));
  return entries.every(({ sandbox_id: id, stored_key: key }) => keys.get(id) === key);
}

/** An owner's id may hold a slash, and so begin with that of another one. */
function entriesIn(documents: DynamoDBDocumentClient, table: Table<'sandboxes'>, ownerId: string, shard: string) {
  const pages = queryPages(documents, {
    TableName: table,
    IndexName: 'stored_index',
    KeyConditionExpression: '#shard = :shard AND begins_with(stored_key, :prefix)',
    FilterExpression: 'owner_id = :owner',
    ProjectionExpression: 'owner_id, sandbox_id, stored_key',
    // A reserved word.
    ExpressionAttributeNames: { '#shard': 'stored' },
    ExpressionAttributeValues: { ':shard': shard, ':prefix': `${ownerId}/`, ':owner': ownerId },
  });
  return allRows(pages, (item) => Entry.parse(item));
}
