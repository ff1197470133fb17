import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds, orLostRace } from '../../platform/aws/conditional-write.ts';
import {
  absent,
  all,
  beginsWith,
  type Change,
  type Condition,
  is,
  updateOf,
  when,
} from '../../platform/aws/expressions.ts';
import { getItem } from '../../platform/aws/get-item.ts';
import { queryPage } from '../../platform/aws/pages.ts';
import { asRead, rowReader } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { timestamp } from '../../platform/clock.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import type { Tables } from '../../rights/statement.ts';
import { seenBy } from '../sandboxes/store/seen-by.ts';
import { firstIdOf, MESSAGE_PREFIX, MESSAGES_END } from './message-ids.ts';
import { expiry, readMessage, type WebhookMessage } from './webhook-message.ts';

export interface MessageFilter {
  readonly status?: WebhookMessage['status'] | undefined;
  /** An event type, or all types of an object, such as `sandbox.*`. */
  readonly type?: string | undefined;
  /** Times in ISO 8601; `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Leaves out what is private to others; undefined shows everything. */
  readonly visibleTo?: string | undefined;
}

/** Rows in the first query of a filtered page. Two more queries can examine up to 2,000 rows. */
const FIRST_LOOK = 100;

/** A lane with a due message: the messages about one object to one endpoint. */
export interface DueLane {
  readonly lane: string;
  /** The number of messages added so far. */
  readonly additions: number;
  readonly dueAt: string;
}

const readLane = rowReader(
  'webhook lane',
  z.object({ message_id: z.string(), work_sort: z.string(), additions: z.int() }),
);

/**
 * Messages to endpoints: one item collection per endpoint, with a row for each lane beside the messages. `work_index`
 * contains what is waiting:
 *
 * - messages by lane and sequence (`m/{lane}#{sequence}#{message_id}`), so that one query finds the first of a lane
 * - lanes by due time (`d/{time}#{lane}`), so that a lane that waits for hours is not read repeatedly
 *
 * A lane's due time is never later than that of its first message. It can be earlier: a run that finds nothing due
 * corrects it.
 */
export class DynamoWebhookMessages extends TableStore<Tables<'webhookMessages'>> {
  /** Adds a message. Idempotent, so that a caller that failed halfway can repeat it. */
  async add(message: WebhookMessage, now: Date): Promise<void> {
    await ifConditionHolds(this.#put(message, absent('endpoint_key')));
    const { lane, owner_id: ownerId, endpoint_id: endpointId } = message;
    await this.#updateLane(ownerId, endpointId, lane, {
      set: { expires_at: expiry(now) },
      setOnce: { work_sort: laneSort(lane, now) },
      add: { additions: 1 },
    });
  }

  async find(ownerId: string, endpointId: string, messageId: string): Promise<WebhookMessage | undefined> {
    if (!messageId.startsWith(MESSAGE_PREFIX)) return undefined;
    const key = { endpoint_key: endpointKey(ownerId, endpointId), message_id: messageId };
    const row = await getItem(this.documents, this.tables.webhookMessages, key);
    return row && readMessage({ ...row, owner_id: ownerId, endpoint_id: endpointId });
  }

  /** The log of an endpoint, newest first. */
  list(
    ownerId: string,
    endpointId: string,
    filter: MessageFilter,
    limit: number,
    after: string | null,
  ): Promise<Page<WebhookMessage>> {
    const { from, to } = filter;
    return queryPage(this.documents, {
      table: this.tables.webhookMessages,
      key: { name: 'endpoint_key', value: endpointKey(ownerId, endpointId) },
      sort: 'message_id',
      range: {
        newestFirst: true,
        from: from === undefined ? MESSAGE_PREFIX : firstIdOf(new Date(from)),
        before: to === undefined ? MESSAGES_END : firstIdOf(new Date(to)),
        after,
      },
      limit,
      parse: readMessage,
      // Clients look here for a message that they have just sent.
      consistent: true,
      filter: conditionOf(ownerId, filter),
      firstLook: FIRST_LOOK,
    });
  }

  /** Lanes with due messages, those due longest first. */
  async dueLanes(ownerId: string, endpointId: string, now: Date, limit: number): Promise<readonly DueLane[]> {
    const rows = await this.#work(ownerId, endpointId, { from: 'd/', to: `d/${timestamp(now)}~` }, limit);
    return rows.map((row) => laneOf(row));
  }

  /** When the next lane is due; null when nothing waits. */
  async nextDue(ownerId: string, endpointId: string): Promise<Date | null> {
    const [first] = await this.#work(ownerId, endpointId, { from: 'd/', to: 'd/~' }, 1);
    return first ? new Date(laneOf(first).dueAt) : null;
  }

  /** The first message of a lane. */
  async first(ownerId: string, endpointId: string, lane: string): Promise<WebhookMessage | undefined> {
    const prefix = `m/${encodeURIComponent(lane)}#`;
    const [row] = await this.#work(ownerId, endpointId, { from: prefix, to: `${prefix}~` }, 1);
    return row && this.find(ownerId, endpointId, String(row.message_id));
  }

  /** Writes the result of an attempt. @throws VersionConflictError */
  async record(before: WebhookMessage, after: WebhookMessage): Promise<void> {
    const isUnchanged = all(asRead(before, 'attempt_count'), asRead(before, 'status'));
    const lost = () => new VersionConflictError('webhook message', before.message_id);
    await orLostRace(this.#put(after, isUnchanged), lost);
  }

  /** Makes the message's lane due now. */
  async wakeLane(message: WebhookMessage, now: Date): Promise<void> {
    const { owner_id: ownerId, endpoint_id: endpointId, lane } = message;
    await this.#updateLane(ownerId, endpointId, lane, {
      set: { work_sort: laneSort(lane, now), expires_at: expiry(now) },
      add: { additions: 1 },
    });
  }

  /** Sets when a lane is next due; null for an empty one. Has no effect if a message was added since. */
  async settleLane(ownerId: string, endpointId: string, { lane, additions }: DueLane, at: Date | null): Promise<void> {
    const work = at ? { set: { work_sort: laneSort(lane, at) } } : { remove: ['work_sort'] };
    const change = { ...work, when: is('additions', '=', additions) };
    // If it does not hold, the lane is still due, so the next pass finds it.
    await ifConditionHolds(this.#updateLane(ownerId, endpointId, lane, change));
  }

  async #work(ownerId: string, endpointId: string, range: { from: string; to: string }, limit: number) {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.webhookMessages,
        IndexName: 'work_index',
        KeyConditionExpression: 'endpoint_key = :key AND work_sort BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':key': endpointKey(ownerId, endpointId),
          ':from': range.from,
          ':to': range.to,
        },
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items;
  }

  async #updateLane(ownerId: string, endpointId: string, lane: string, change: Change): Promise<object> {
    const Key = { endpoint_key: endpointKey(ownerId, endpointId), message_id: `lane/${encodeURIComponent(lane)}` };
    const TableName = this.tables.webhookMessages;
    return this.documents.send(new UpdateCommand({ TableName, Key, ...updateOf(change) }));
  }

  async #put(message: WebhookMessage, condition: Condition): Promise<object> {
    const { owner_id: ownerId, endpoint_id: endpointId, lane, sequence, message_id: id } = message;
    const { work_sort: _, ...row } = message;
    const waits = message.status === 'pending' ? { work_sort: `m/${encodeURIComponent(lane)}#${sequence}#${id}` } : {};
    const Item = { ...row, endpoint_key: endpointKey(ownerId, endpointId), ...waits };
    const TableName = this.tables.webhookMessages;
    return this.documents.send(new PutCommand({ TableName, Item, ...when(condition) }));
  }
}

function conditionOf(ownerId: string, { status, type, visibleTo }: MessageFilter): Condition | undefined {
  const conditions = [
    ...(status === undefined ? [] : [is('status', '=', status)]),
    ...(type === undefined ? [] : [isOfType(type)]),
    ...seenBy(ownerId, { visibleTo }),
  ];
  return conditions.length > 0 ? all(...conditions) : undefined;
}

function isOfType(type: string): Condition {
  return type.endsWith('*') ? beginsWith('type', type.slice(0, -1)) : is('type', '=', type);
}

/** Unambiguous: the service generates endpoint ids, which contain no slash. */
export function endpointKey(ownerId: string, endpointId: string): string {
  return `${ownerId}/${endpointId}`;
}

function laneSort(lane: string, at: Date): string {
  return `d/${timestamp(at)}#${encodeURIComponent(lane)}`;
}

function laneOf(item: unknown): DueLane {
  const { message_id: id, work_sort: sort, additions } = readLane(item);
  const lane = decodeURIComponent(id.slice('lane/'.length));
  return { lane, additions, dueAt: sort.slice('d/'.length, sort.indexOf('#')) };
}
