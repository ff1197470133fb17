import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Part, transactParts } from '../aws/transact.ts';
import { timestamp } from '../clock.ts';
import { setting, updateEndpoint } from './dynamo-webhook-endpoints.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** For how long a delivery has an endpoint to itself, in milliseconds: longer than an attempt takes, and renewed while it lives. */
export const LEASE = 40_000;

const DueEndpoint = z.object({ owner_id: z.string(), endpoint_id: z.string(), lease_until: z.string().optional() });

/** Whoever holds the lease of an endpoint delivers to it. All that is written here is written by holders only. */
export class DynamoDeliveryLeases {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  /** Takes the lease of an endpoint, or renews it. Undefined when somebody else has it, and when the endpoint is gone. */
  hold(ownerId: string, endpointId: string, holder: string, now: Date): Promise<WebhookEndpoint | undefined> {
    const change = { lease_holder: holder, lease_until: timestamp(new Date(now.getTime() + LEASE)) };
    const isFree = 'attribute_not_exists(lease_until) OR lease_until <= :now OR lease_holder = :holder';
    return updateEndpoint(this.documents, this.table, ownerId, endpointId, {
      ...setting(change, `attribute_exists(owner_id) AND (${isFree})`, {
        ':now': timestamp(now),
        ':holder': holder,
      }),
    });
  }

  /**
   * Lets go of an endpoint until something is due again.
   *
   * @param seen as it was before its holder looked for what is left
   * @param dueAt null when nothing is left
   * @returns false when something was added meanwhile, or another holds it: the lease is as it was.
   */
  async release(seen: WebhookEndpoint, holder: string, dueAt: Date | null): Promise<boolean> {
    const due = dueAt ? 'SET due = :due, due_at = :at REMOVE' : 'REMOVE due, due_at,';
    const released = await updateEndpoint(this.documents, this.table, seen.owner_id, seen.endpoint_id, {
      UpdateExpression: `${due} lease_holder, lease_until`,
      ConditionExpression: `lease_holder = :holder AND ${seen.additions === undefined ? 'attribute_not_exists(additions)' : 'additions = :seen'}`,
      ExpressionAttributeValues: {
        ':holder': holder,
        ...(seen.additions === undefined ? {} : { ':seen': seen.additions }),
        ...(dueAt ? { ':due': 'due', ':at': timestamp(dueAt) } : {}),
      },
    });
    return released !== undefined;
  }

  /** Remembers since when nothing succeeds, or until when the receiver wants to be left alone; null when neither is so. */
  async note(
    { owner_id: ownerId, endpoint_id: endpointId }: WebhookEndpoint,
    holder: string,
    change: { readonly failing_since?: string | null; readonly hold_until?: string | null },
  ): Promise<void> {
    await updateEndpoint(this.documents, this.table, ownerId, endpointId, {
      ...setting(change, 'lease_holder = :holder', { ':holder': holder }),
    });
  }

  /**
   * Tells an endpoint nothing any more, and its owner that it is so. Without effect when it is disabled or changed already.
   *
   * @param notice what is told to the owner's other endpoints, in the same transaction
   */
  async disable(endpoint: WebhookEndpoint, reason: 'gone' | 'failing', now: Date, notice: Part): Promise<void> {
    const at = timestamp(now);
    const change = { enabled: false, disabled_reason: reason, disabled_at: at, updated_at: at };
    const Update = {
      TableName: this.table,
      Key: { owner_id: endpoint.owner_id, endpoint_id: endpoint.endpoint_id },
      ...setting({ ...change, version: endpoint.version + 1 }, 'version = :before AND enabled = :yes', {
        ':before': endpoint.version,
        ':yes': true,
      }),
    };
    const changed = new EndpointChangedError(`webhook endpoint ${endpoint.endpoint_id} was changed meanwhile`);
    try {
      await transactParts(this.documents, [{ item: { Update }, lost: () => changed }, notice]);
    } catch (error) {
      // Its owner has just done something about it: the next failure counts anew.
      if (error !== changed) throw error;
    }
  }

  /** Endpoints for which something is due and nobody is at work. */
  async due(now: Date, limit: number): Promise<readonly { readonly ownerId: string; readonly endpointId: string }[]> {
    const at = timestamp(now);
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.table,
        IndexName: 'due_index',
        KeyConditionExpression: 'due = :due AND due_at <= :now',
        ExpressionAttributeValues: { ':due': 'due', ':now': at },
        Limit: limit,
      }),
    );
    const found = Items.map((item) => DueEndpoint.parse(item));
    return found
      .filter(({ lease_until: until = '' }) => until <= at)
      .map(({ owner_id: ownerId, endpoint_id: endpointId }) => ({ ownerId, endpointId }));
  }
}

class EndpointChangedError extends Error {
  override readonly name = 'EndpointChangedError';
}
