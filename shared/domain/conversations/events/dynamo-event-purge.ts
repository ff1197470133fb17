import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { is, when } from '../../../platform/aws/expressions.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { COUNTER, Counter, logKey } from './event-rows.ts';
import type { EventPurge, LogKey } from './event-store.ts';

/** How many rows are removed at the same time. */
const AT_ONCE = 25;

const Row = z.object({ event_id: z.string(), conversation_created_at: z.string().optional() });

/** Removes a deleted conversation's rows. Its deletion marker stays until DynamoDB's TTL removes it. */
export class DynamoEventPurge extends TableStore<Tables<'events'>> implements EventPurge {
  async purge(log: LogKey, goesOn: () => boolean): Promise<boolean> {
    const conversation_key = logKey(log);
    const Key = { conversation_key, event_id: COUNTER };
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.events, Key, ConsistentRead: true }),
    );
    const { deleted_at: deletedAt, succeeds } = Counter.parse(Item ?? {});
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
      const gone = page.map((item) => Row.parse(item)).filter((row) => isOfDeleted(row, until));
      for (let index = 0; index < gone.length; index += AT_ONCE) {
        if (!goesOn()) return false;
        await Promise.all(
          gone.slice(index, index + AT_ONCE).map(({ event_id }) => this.#remove({ conversation_key, event_id }, until)),
        );
      }
    }
    return true;
  }

  /** The same event may have come again meanwhile, in the conversation that has the id now. */
  async #remove(Key: Readonly<Record<string, unknown>>, until: string): Promise<void> {
    const condition = when(is('conversation_created_at', '<=', until));
    const command = new DeleteCommand({ TableName: this.tables.events, Key, ...condition });
    // Where it does not hold, the row is gone already, or it is an event of the conversation that lives.
    await ifConditionHolds(this.documents.send(command));
  }
}

/** A conversation that was created since, with the same id, keeps its events. */
function isOfDeleted(row: z.infer<typeof Row>, until: string): boolean {
  return row.conversation_created_at !== undefined && row.conversation_created_at <= until;
}
