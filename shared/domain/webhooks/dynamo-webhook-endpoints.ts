import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../platform/aws/conditional-write.ts';
import {
  absent,
  all,
  any,
  type Change,
  type Condition,
  exists,
  is,
  updateOf,
  when,
} from '../../platform/aws/expressions.ts';
import { getItem } from '../../platform/aws/get-item.ts';
import { allRows, queryPages } from '../../platform/aws/pages.ts';
import { asRead } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../platform/aws/transact.ts';
import { timestamp } from '../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces, VersionConflictError } from '../../platform/errors.ts';
import { isHeld } from '../../platform/lease.ts';
import type { Tables } from '../../rights/statement.ts';
import { MAX_ENDPOINTS, readEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';

/** Key of the row that counts an owner's endpoints. */
const COUNT_KEY = '#count';

/** A change of an endpoint by its owner, or by the deliveries that disable it. */
export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    | 'url'
    | 'sealed_url'
    | 'events'
    | 'description'
    | 'enabled'
    | 'disabled_reason'
    | 'disabled_at'
    | 'secret'
    | 'previous_secret'
    | 'previous_secret_until'
    | 'failing_since'
    | 'hold_until'
  >
>;

export class TooManyEndpointsError extends AppError {
  constructor() {
    super('conflict', `You can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`);
    this.name = 'TooManyEndpointsError';
  }
}

/** Webhook endpoints. Configuration and deliveries share a row; each writes only its own attributes. */
export class DynamoWebhookEndpoints extends TableStore<Tables<'webhookEndpoints'>> {
  /** The owner's endpoints, oldest first. A consistent read, as an event can follow a creation at once. */
  async list(ownerId: string): Promise<readonly WebhookEndpoint[]> {
    // With the receivers of all members, they can take more than one page.
    const pages = queryPages(this.documents, {
      TableName: this.tables.webhookEndpoints,
      KeyConditionExpression: 'owner_id = :owner AND endpoint_id > :count',
      ExpressionAttributeValues: { ':owner': ownerId, ':count': COUNT_KEY },
      ConsistentRead: true,
    });
    return allRows(pages, readEndpoint);
  }

  async find(ownerId: string, endpointId: string): Promise<WebhookEndpoint | undefined> {
    const row = await getItem(this.documents, this.tables.webhookEndpoints, keyOf(ownerId, endpointId));
    return row && readEndpoint(row);
  }

  /** @throws NotFoundError also for another owner's endpoint, and for a receiver of alerts. */
  async require(ownerId: string, endpointId: string): Promise<WebhookEndpoint> {
    const found = await this.find(ownerId, endpointId);
    if (!found || found.alert) throw new NotFoundError('Webhook endpoint', endpointId);
    return found;
  }

  /** @throws TooManyEndpointsError; the lost races of the other parts of the transaction. */
  async create(endpoint: WebhookEndpoint, others: readonly Part[]): Promise<void> {
    const Put = { TableName: this.tables.webhookEndpoints, Item: endpoint, ...when(absent('owner_id')) };
    const lost = () => new VersionConflictError('webhook endpoint', endpoint.endpoint_id);
    const hasRoom = any(absent('endpoints'), is('endpoints', '<', MAX_ENDPOINTS));
    const counted = this.#count(endpoint.owner_id, 1, hasRoom);
    await transact(this.documents, [
      ...others,
      { item: { Put }, lost },
      { item: counted, lost: () => new TooManyEndpointsError() },
    ]);
  }

  /**
   * Changes an endpoint.
   *
   * @returns the changed endpoint
   * @throws VersionConflictError when another writer changed it; the lost races of the other parts of the transaction.
   */
  async change(
    endpoint: WebhookEndpoint,
    change: EndpointChange,
    now: Date,
    others: readonly Part[] = [],
  ): Promise<WebhookEndpoint> {
    const next = { ...change, version: endpoint.version + 1, updated_at: timestamp(now) };
    const Update = {
      TableName: this.tables.webhookEndpoints,
      Key: keyOf(endpoint.owner_id, endpoint.endpoint_id),
      ...updateOf({ set: next, when: asRead(endpoint, 'version') }),
    };
    const changed: Part = {
      item: { Update },
      lost: () => new VersionConflictError('webhook endpoint', endpoint.endpoint_id),
    };
    await transact(this.documents, [...others, changed]);
    return { ...endpoint, ...next };
  }

  /** @throws NotFoundError */
  async remove(ownerId: string, endpointId: string): Promise<void> {
    const Key = keyOf(ownerId, endpointId);
    const Delete = { TableName: this.tables.webhookEndpoints, Key, ...when(all(exists('owner_id'), absent('alert'))) };
    await transact(this.documents, [
      { item: { Delete }, lost: () => new NotFoundError('Webhook endpoint', endpointId) },
      certain(this.#count(ownerId, -1)),
    ]);
  }

  /**
   * Marks an endpoint as due, for a running delivery or the sweep to find.
   *
   * @returns whether the caller has to start a delivery, because none is running.
   * @throws VersionConflictError when deliveries take and release the endpoint at each attempt.
   */
  wake(ownerId: string, endpointId: string, now: Date): Promise<boolean> {
    return retryLostRaces(async () => {
      const noted = (await this.#noteDue(ownerId, endpointId, now)) ?? (await this.#noteMore(ownerId, endpointId, now));
      return noted !== 'gone' && !isHeld(noted.lease_until, now);
    });
  }

  /** @returns undefined when the endpoint is gone, or due already. */
  #noteDue(ownerId: string, endpointId: string, now: Date): Promise<WebhookEndpoint | undefined> {
    const isLater = any(absent('due_at'), is('due_at', '>', timestamp(now)));
    return updateEndpoint(this.documents, this.tables, ownerId, endpointId, {
      set: { due: 'due', due_at: timestamp(now) },
      add: { additions: 1 },
      when: all(exists('owner_id'), isLater),
    });
  }

  /** @throws VersionConflictError when a delivery released the endpoint in between: it would not be due. */
  async #noteMore(ownerId: string, endpointId: string, now: Date): Promise<WebhookEndpoint | 'gone'> {
    let isGone = false;
    const change = { add: { additions: 1 }, when: all(exists('owner_id'), is('due_at', '<=', timestamp(now))) };
    const noted = await updateEndpoint(this.documents, this.tables, ownerId, endpointId, change, ({ Item }) => {
      isGone = Item === undefined;
    });
    if (noted) return noted;
    if (isGone) return 'gone';
    throw new VersionConflictError('webhook endpoint', endpointId);
  }

  #count(ownerId: string, difference: number, condition?: Condition) {
    const change = updateOf({ add: { endpoints: difference }, when: condition });
    return { Update: { TableName: this.tables.webhookEndpoints, Key: keyOf(ownerId, COUNT_KEY), ...change } };
  }
}

/**
 * One conditional update; undefined when its condition does not hold.
 *
 * @param otherwise receives the failed check with the row
 */
export async function updateEndpoint(
  documents: DynamoDBDocumentClient,
  tables: Tables<'webhookEndpoints'>,
  ownerId: string,
  endpointId: string,
  change: Change,
  otherwise?: (failed: ConditionalCheckFailedException) => void,
): Promise<WebhookEndpoint | undefined> {
  const command = new UpdateCommand({
    TableName: tables.webhookEndpoints,
    Key: keyOf(ownerId, endpointId),
    ...updateOf(change),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: otherwise ? 'ALL_OLD' : 'NONE',
  });
  const written = await ifConditionHolds(documents.send(command), otherwise);
  return written && readEndpoint(written.Attributes);
}

function keyOf(ownerId: string, endpointId: string) {
  return { owner_id: ownerId, endpoint_id: endpointId };
}
