import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { is, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { COUNTER, logKey, readCounter } from './event-rows.ts';
import type { EventPurge, LogKey } from './event-store.ts';

/** Number of concurrent deletions. */
const AT_ONCE = 25;

const Row = z.object({ event_id: z.string(), conversation_created_at: z.string().optional() });
const readRow = rowReader('event', Row);

/** Removes a deleted conversation's rows. Its deletion marker stays until DynamoDB's TTL removes it. */
export class DynamoEventPurge extends TableStore<Tables<'events'>> implements EventPurge {
  async purge(log: LogKey, hasTime: () => boolean): Promise<boolean> {
    const conversation_key = logKey(log);
    const counter = await getItem(this.documents, this.tables.events, { conversation_key, event_id: COUNTER });
    const { deleted_at: deletedAt, succeeds } = readCounter(counter ?? {});
    const until = deletedAt ?? succeeds;
    if (until === undefined) return true;
    const pages = queryPages(this.documents, {
      TableName: this.tables.events,
      KeyConditionExpression: 'conversation_key = :key',
      ExpressionAttributeValues: { ':key': conversation_key },
      ProjectionExpression: 'event_id, conversation_created_at',
      ConsistentRead: true,
      Limit: 1000,
    });
    for await (const page of pages) {
      const gone = page.map(readRow).filter((row) => isOfDeleted(row, until));
      for (let index = 0; index < gone.length; index += AT_ONCE) {
        if (!hasTime()) return false;
        await Promise.all(
          gone.slice(index, index + AT_ONCE).map(({ event_id }) => this.#remove({ conversation_key, event_id }, until)),
        );
      }
    }
    return true;
  }

  /** Keeps an event that has been stored again since, in a later conversation with the same id. */
  async #remove(Key: Readonly<Record<string, unknown>>, until: string): Promise<void> {
    const condition = when(is('conversation_created_at', '<=', until));
    const command = new DeleteCommand({ TableName: this.tables.events, Key, ...condition });
    // If it does not hold, the row is gone already or belongs to the later conversation.
    await ifConditionHolds(this.documents.send(command));
  }
}

/** Whether a row belongs to the deleted conversation, and not to a later one with the same id. */
function isOfDeleted(row: z.infer<typeof Row>, until: string): boolean {
  return row.conversation_created_at !== undefined && row.conversation_created_at <= until;
}
