import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { timestamp } from '../clock.ts';
import { NotFoundError, VersionConflictError } from '../errors.ts';
import type { Page } from '../paging/page.ts';
import { expiry, WebhookMessage } from './webhook-message.ts';

/** Ids of messages begin so, and no other row's. */
export const MESSAGE_PREFIX = 'msg_';

/** Messages of one object to one endpoint, of which something is due. */
export interface DueLane {
  readonly lane: string;
  /** Rises with each message that is added. */
  readonly additions: number;
  readonly dueAt: string;
}

const LaneRow = z.object({ message_id: z.string(), work_sort: z.string(), additions: z.int() });

/**
 * Messages to endpoints, one item collection for each endpoint, in which beside the messages there is a row for each lane. What waits is in `work_index`:
 *
 * - messages by lane and sequence (`m/{lane}#{sequence}#{message_id}`), so that the first of a lane is found at once
 * - lanes by the time at which they are due (`d/{time}#{lane}`), so that what waits hours is not read again and again
 *
 * A lane's time is never later than that of its first message, and may be earlier: whoever finds nothing to do puts it right.
 */
export class DynamoWebhookMessages {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  /** Adds a message, once however often it is added. Each step can be repeated, so that a caller that broke off does it all again. */
  async add(message: WebhookMessage, now: Date): Promise<void> {
    try {
      await this.put(message, 'attribute_not_exists(endpoint_key)', {});
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
    await this.wakeLane(message, now, 'if_not_exists(work_sort, :due)');
  }

  async find(ownerId: string, endpointId: string, messageId: string): Promise<WebhookMessage | undefined> {
    const Key = { endpoint_key: endpointKey(ownerId, endpointId), message_id: messageId };
    const { Item } = await this.documents.send(new GetCommand({ TableName: this.table, Key, ConsistentRead: true }));
    return Item && messageId.startsWith(MESSAGE_PREFIX) ? WebhookMessage.parse(Item) : undefined;
  }

  /** @throws NotFoundError */
  async require(ownerId: string, endpointId: string, messageId: string): Promise<WebhookMessage> {
    const found = await this.find(ownerId, endpointId, messageId);
    if (!found) throw new NotFoundError('Webhook message', messageId);
    return found;
  }

  /** The log of an endpoint, newest first. */
  async list(ownerId: string, endpointId: string, limit: number, after: string | null): Promise<Page<WebhookMessage>> {
    const key = endpointKey(ownerId, endpointId);
    const { Items = [], LastEvaluatedKey } = await this.documents.send(
      new QueryCommand({
        TableName: this.table,
        KeyConditionExpression: 'endpoint_key = :key AND begins_with(message_id, :prefix)',
        ExpressionAttributeValues: { ':key': key, ':prefix': MESSAGE_PREFIX },
        ScanIndexForward: false,
        // Whoever has just sent something looks for it here.
        ConsistentRead: true,
        Limit: limit,
        ...(after === null ? {} : { ExclusiveStartKey: { endpoint_key: key, message_id: after } }),
      }),
    );
    const items = Items.map((item) => WebhookMessage.parse(item));
    return { items, next: LastEvaluatedKey ? (items.at(-1)?.message_id ?? null) : null };
  }

  /** Lanes of which something is due, the longest first. */
  async dueLanes(ownerId: string, endpointId: string, now: Date, limit: number): Promise<readonly DueLane[]> {
    const rows = await this.work(ownerId, endpointId, { from: 'd/', to: `d/${timestamp(now)}~` }, limit);
    return rows.map((row) => laneOf(row));
  }

  /** When the next lane is due; null when nothing waits. */
  async nextDue(ownerId: string, endpointId: string): Promise<Date | null> {
    const [first] = await this.work(ownerId, endpointId, { from: 'd/', to: 'd/~' }, 1);
    return first ? new Date(laneOf(first).dueAt) : null;
  }

  /** The message of a lane that comes first. */
  async first(ownerId: string, endpointId: string, lane: string): Promise<WebhookMessage | undefined> {
    const prefix = `m/${encodeURIComponent(lane)}#`;
    const [row] = await this.work(ownerId, endpointId, { from: prefix, to: `${prefix}~` }, 1);
    return row && this.find(ownerId, endpointId, String(row.message_id));
  }

  /**
   * Writes down what became of a message that was read.
   *
   * @throws VersionConflictError when somebody else has written meanwhile.
   */
  async record(before: WebhookMessage, after: WebhookMessage): Promise<void> {
    try {
      const values = { ':count': before.attempt_count, ':status': before.status };
      await this.put(after, 'attempt_count = :count AND #status = :status', values, { '#status': 'status' });
    } catch (error) {
      if (isConditionFailure(error)) throw new VersionConflictError('webhook message', before.message_id);
      throw error;
    }
  }

  /** A lane is due at this time, whatever it was before. */
  async wakeLane(message: WebhookMessage, now: Date, value = ':due'): Promise<void> {
    const { owner_id: ownerId, endpoint_id: endpointId, lane } = message;
    await this.updateLane(ownerId, endpointId, lane, {
      UpdateExpression: `SET work_sort = ${value}, expires_at = :expires ADD additions :one`,
      ExpressionAttributeValues: { ':due': laneSort(lane, now), ':expires': expiry(now), ':one': 1 },
    });
  }

  /**
   * Nothing of a lane is due before this time, or at all (null). Without effect when something was added since it was read: it is looked at again.
   */
  async settleLane(ownerId: string, endpointId: string, { lane, additions }: DueLane, at: Date | null): Promise<void> {
    const change = at
      ? { UpdateExpression: 'SET work_sort = :due', ExpressionAttributeValues: { ':due': laneSort(lane, at) } }
      : { UpdateExpression: 'REMOVE work_sort', ExpressionAttributeValues: {} };
    try {
      await this.updateLane(ownerId, endpointId, lane, {
        UpdateExpression: change.UpdateExpression,
        ConditionExpression: 'additions = :seen',
        ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ':seen': additions },
      });
    } catch (error) {
      // It is due still, and so comes up again.
      if (!isConditionFailure(error)) throw error;
    }
  }

  private async work(ownerId: string, endpointId: string, range: { from: string; to: string }, limit: number) {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.table,
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

  private async updateLane(
    ownerId: string,
    endpointId: string,
    lane: string,
    input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<void> {
    const Key = { endpoint_key: endpointKey(ownerId, endpointId), message_id: `lane/${encodeURIComponent(lane)}` };
    await this.documents.send(new UpdateCommand({ TableName: this.table, Key, ...input }));
  }

  private async put(
    message: WebhookMessage,
    ConditionExpression: string,
    values: Record<string, unknown>,
    names?: Record<string, string>,
  ): Promise<void> {
    const { owner_id: ownerId, endpoint_id: endpointId, lane, sequence, message_id: id } = message;
    const { work_sort: _, ...row } = message;
    const waits = message.status === 'pending' ? { work_sort: `m/${encodeURIComponent(lane)}#${sequence}#${id}` } : {};
    await this.documents.send(
      new PutCommand({
        TableName: this.table,
        Item: { ...row, endpoint_key: endpointKey(ownerId, endpointId), ...waits },
        ConditionExpression,
        ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
        ...(names ? { ExpressionAttributeNames: names } : {}),
      }),
    );
  }
}

/** Owners' ids hold no slash that an endpoint's id could be mistaken for: those are made here. */
function endpointKey(ownerId: string, endpointId: string): string {
  return `${ownerId}/${endpointId}`;
}

function laneSort(lane: string, at: Date): string {
  return `d/${timestamp(at)}#${encodeURIComponent(lane)}`;
}

function laneOf(item: unknown): DueLane {
  const { message_id: id, work_sort: sort, additions } = LaneRow.parse(item);
  const lane = decodeURIComponent(id.slice('lane/'.length));
  return { lane, additions, dueAt: sort.slice('d/'.length, sort.indexOf('#')) };
}
