import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { lostParts, type Part } from '../../../platform/aws/transact.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { DynamoEventReader } from './dynamo-event-reader.ts';
import { type AgentEvent, distinct, type EventLog } from './event.ts';
import { COUNTER, type Entry, entryOf, growthOf, logKey, readCounter } from './event-rows.ts';
import { ConversationDeletedError, type EventWriter } from './event-store.ts';

/** Limits of one transaction, far below DynamoDB's, so that two writers seldom conflict. */
const EVENTS_PER_WRITE = 25;
const BYTES_PER_WRITE = 2_500_000;

/** Attempts of a transaction that conflicts with others: a webhook and a backfill may write one history at once. */
const TRIES = 10;

/** Stores a batch of events together with its count, in one transaction. */
export class DynamoEventWriter extends TableStore<Tables<'events'>> implements EventWriter {
  async append(log: EventLog, events: readonly AgentEvent[]): Promise<number> {
    const arrived = String(this.now().getTime()).padStart(15, '0');
    const entries = distinct(events).map((event, index) =>
      entryOf(log, event, `${arrived}${String(index).padStart(4, '0')}`),
    );
    let added = 0;
    for (const some of inWrites(entries)) added += await this.#write(log, some);
    return added;
  }

  async #write(log: EventLog, entries: readonly Entry[]): Promise<number> {
    await Promise.all(entries.flatMap(({ parts }) => parts).map((Item) => this.#putPart(Item)));
    let fresh = entries;
    while (fresh.length > 0) {
      const counted = this.#counted(log, fresh);
      const puts = new Map(fresh.map((entry) => [this.#added(log, entry), entry]));
      const lost = await this.#attempt([counted, ...puts.keys()]);
      if (lost.length === 0) return fresh.length;
      if (lost.includes(counted)) await this.#succeed(log);
      fresh = [...puts].flatMap(([put, entry]) => (lost.includes(put) ? [] : [entry]));
    }
    return 0;
  }

  /** @returns the parts that lost a race; nothing is written when there is one. */
  async #attempt(parts: readonly Part[]): Promise<readonly Part[]> {
    try {
      return await lostParts(this.documents, parts, TRIES);
    } catch (error) {
      // After `unavailable`, an agent server delivers again.
      if (error instanceof AppError && error.code === 'conflict')
        throw new AppError('unavailable', 'Another request is changing the conversation. Try again.', { cause: error });
      throw error;
    }
  }

  #added(log: EventLog, { row, event }: Entry): Part {
    // Replaces an event of a deleted conversation with the same id, which is about to be removed.
    const isNew = any(absent('event_id'), is('conversation_created_at', '<', log.createdAt));
    const item = { Put: { TableName: this.tables.events, Item: row, ...when(isNew) } };
    return { item, lost: () => new Error(`event ${event.id} is stored already`) };
  }

  #counted(log: EventLog, entries: readonly Entry[]): Part {
    const Update = {
      TableName: this.tables.events,
      Key: { conversation_key: logKey(log), event_id: COUNTER },
      ...updateOf({
        add: Object.fromEntries(growthOf(entries.map(({ event }) => event))),
        when: absent('deleted_at'),
      }),
    };
    return { item: { Update }, lost: () => new ConversationDeletedError('the conversation was deleted') };
  }

  /** Idempotent: the key of a part contains the digest of its content. */
  async #putPart(Item: Readonly<Record<string, unknown>>): Promise<void> {
    await this.documents.send(new PutCommand({ TableName: this.tables.events, Item }));
  }

  /** Lets a later conversation with the id of a deleted one begin its history. @throws ConversationDeletedError */
  async #succeed(log: EventLog): Promise<void> {
    const TableName = this.tables.events;
    const key = { conversation_key: logKey(log), event_id: COUNTER };
    const { deleted_at: deletedAt } = readCounter((await getItem(this.documents, TableName, key)) ?? {});
    if (deletedAt === undefined) return;
    if (log.createdAt <= deletedAt) throw new ConversationDeletedError('the conversation was deleted');
    const begun = { ...key, total: 0, in_agent_log: 0, succeeds: deletedAt };
    const command = new PutCommand({ TableName, Item: begun, ...when(is('deleted_at', '=', deletedAt)) });
    // If it does not hold, another event of the new conversation has begun the count already.
    await ifConditionHolds(this.documents.send(command));
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

/** Events for callers that both read and write. */
export class DynamoEventStore extends DynamoEventReader implements EventWriter {
  readonly #writer = new DynamoEventWriter(this.documents, this.tables, this.now);

  append(log: EventLog, events: readonly AgentEvent[]): Promise<number> {
    return this.#writer.append(log, events);
  }
}
