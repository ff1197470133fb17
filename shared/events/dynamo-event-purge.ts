import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { COUNTER, logKey } from './event-keys.ts';
import { Counter } from './event-rows.ts';
import type { EventPurge, LogKey } from './event-store.ts';

/** How many rows are removed at the same time. */
const AT_ONCE = 25;

const Row = z.object({ event_id: z.string(), conversation_created_at: z.string().optional() });

/** Removes the rows of deleted conversations. The marker of the deletion stays until DynamoDB removes it by its time. */
export class DynamoEventPurge implements EventPurge {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  async purge(log: LogKey, goesOn: () => boolean): Promise<boolean> {
    const conversation_key = logKey(log);
    const Key = { conversation_key, event_id: COUNTER };
    const { Item } = await this.documents.send(new GetCommand({ TableName: this.table, Key, ConsistentRead: true }));
    const { deleted_at: deletedAt, succeeds } = Counter.parse(Item ?? {});
    const until = deletedAt ?? succeeds;
    if (until === undefined) return true;
    let start: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.table,
          KeyConditionExpression: 'conversation_key = :key',
          ExpressionAttributeValues: { ':key': conversation_key },
          ProjectionExpression: 'event_id, conversation_created_at',
          ConsistentRead: true,
          Limit: 1000,
          ExclusiveStartKey: start,
        }),
      );
      const gone = Items.map((item) => Row.parse(item)).filter((row) => isOfDeleted(row, until));
      for (let index = 0; index < gone.length; index += AT_ONCE) {
        if (!goesOn()) return false;
        await Promise.all(
          gone.slice(index, index + AT_ONCE).map(({ event_id }) => this.remove({ conversation_key, event_id }, until)),
        );
      }
      start = LastEvaluatedKey;
    } while (start);
    return true;
  }

  /** The same event may have come again meanwhile, in the conversation that has the id now. */
  private async remove(Key: Readonly<Record<string, unknown>>, until: string): Promise<void> {
    try {
      await this.documents.send(
        new DeleteCommand({
          TableName: this.table,
          Key,
          ConditionExpression: 'conversation_created_at <= :until',
          ExpressionAttributeValues: { ':until': until },
        }),
      );
    } catch (error) {
      // It is gone already, or it is an event of the conversation that lives.
      if (!isConditionFailure(error)) throw error;
    }
  }
}

/** A conversation that was created since, with the same id, keeps its events. */
function isOfDeleted(row: z.infer<typeof Row>, until: string): boolean {
  return row.conversation_created_at !== undefined && row.conversation_created_at <= until;
}
