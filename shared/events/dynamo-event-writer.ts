import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { type TransactItem, tryTransact } from '../aws/transact.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { type AgentEvent, distinct, type EventLog } from './event.ts';
import { COUNTER, logKey } from './event-keys.ts';
import { Counter, type Entry, entryOf, growthOf } from './event-rows.ts';
import { ConversationDeletedError, type EventWriter } from './event-store.ts';

/** What goes into one transaction: far below the 100 items and 4 MB that DynamoDB takes, so that two writers meet seldom. */
const EVENTS_PER_WRITE = 25;
const BYTES_PER_WRITE = 2_500_000;

/** How often a write is tried that meets others: a history may be written by a webhook and a back-fill at once. */
const TRIES = 10;

/** Keeps events in DynamoDB: the rows of a batch and their count in one transaction. */
export class DynamoEventWriter implements EventWriter {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, table: string, now: Clock) {
    this.documents = documents;
    this.table = table;
    this.now = now;
  }

  async append(log: EventLog, events: readonly AgentEvent[]): Promise<number> {
    const arrived = String(this.now().getTime()).padStart(15, '0');
    const entries = distinct(events).map((event, index) =>
      entryOf(log, event, `${arrived}${String(index).padStart(4, '0')}`),
    );
    let added = 0;
    for (const some of inWrites(entries)) added += await this.write(log, some);
    return added;
  }

  private async write(log: EventLog, entries: readonly Entry[]): Promise<number> {
    await Promise.all(entries.flatMap(({ parts }) => parts).map((Item) => this.putPart(Item)));
    let fresh = entries;
    while (fresh.length > 0) {
      const failed = await this.attempt(log, fresh);
      if (failed.length === 0) return fresh.length;
      if (failed.includes(0)) await this.succeed(log);
      const known = new Set(failed);
      fresh = fresh.filter((_, index) => !known.has(index + 1));
    }
    return 0;
  }

  private async attempt(log: EventLog, entries: readonly Entry[]): Promise<readonly number[]> {
    const puts = entries.map(
      ({ row }): TransactItem => ({
        Put: {
          TableName: this.table,
          Item: row,
          // What is left of a deleted conversation with the same id is no event of this one, and would be removed.
          ConditionExpression: 'attribute_not_exists(event_id) OR conversation_created_at < :created',
          ExpressionAttributeValues: { ':created': log.createdAt },
        },
      }),
    );
    try {
      return await tryTransact(this.documents, [this.counted(log, entries), ...puts], TRIES);
    } catch (error) {
      // To an agent server this is a failure like any other: it delivers again.
      if (error instanceof AppError && error.code === 'conflict')
        throw new AppError('unavailable', 'others write to this conversation at this moment; send it again', {
          cause: error,
        });
      throw error;
    }
  }

  private counted(log: EventLog, entries: readonly Entry[]): TransactItem {
    const growth = [...growthOf(entries.map(({ event }) => event))];
    return {
      Update: {
        TableName: this.table,
        Key: { conversation_key: logKey(log), event_id: COUNTER },
        UpdateExpression: `ADD ${growth.map((_, index) => `#n${index} :n${index}`).join(', ')}`,
        ConditionExpression: 'attribute_not_exists(deleted_at)',
        ExpressionAttributeNames: Object.fromEntries(growth.map(([name], index) => [`#n${index}`, name])),
        ExpressionAttributeValues: Object.fromEntries(growth.map(([, count], index) => [`:n${index}`, count])),
      },
    };
  }

  /** The same part again is the same to the byte. */
  private async putPart(Item: Readonly<Record<string, unknown>>): Promise<void> {
    await this.documents.send(new PutCommand({ TableName: this.table, Item }));
  }

  /**
   * The history was marked as deleted. A conversation that was created after that, with the same id, begins to count anew.
   *
   * @throws ConversationDeletedError for the one that was deleted.
   */
  private async succeed(log: EventLog): Promise<void> {
    const TableName = this.table;
    const Key = { conversation_key: logKey(log), event_id: COUNTER };
    const { Item } = await this.documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const { deleted_at: deletedAt } = Counter.parse(Item ?? {});
    if (deletedAt === undefined) return;
    if (log.createdAt <= deletedAt) throw new ConversationDeletedError('the conversation was deleted');
    try {
      await this.documents.send(
        new PutCommand({
          TableName,
          Item: { ...Key, total: 0, in_agent_log: 0, succeeds: deletedAt },
          ConditionExpression: 'deleted_at = :deleted',
          ExpressionAttributeValues: { ':deleted': deletedAt },
        }),
      );
    } catch (error) {
      // Another event of the new conversation has begun the count: that is all that was wanted.
      if (!isConditionFailure(error)) throw error;
    }
  }
}

function inWrites(entries: readonly Entry[]): Entry[][] {
  const writes: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = writes.at(-1);
    const isFull = !last || last.length === EVENTS_PER_WRITE || bytes + entry.rowBytes > BYTES_PER_WRITE;
    if (isFull) bytes = 0;
    bytes += entry.rowBytes;
    if (isFull) writes.push([entry]);
    else last.push(entry);
  }
  return writes;
}
