import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Aliases, absent, all, any, exists, is, updateOf } from '../../platform/aws/expressions.ts';
import { heldBy, leaseTaken } from '../../platform/aws/lease-change.ts';
import { queryPages } from '../../platform/aws/pages.ts';
import { rowReader } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { type Part, transact } from '../../platform/aws/transact.ts';
import { timestamp } from '../../platform/clock.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import { leaseUntil } from '../../platform/lease.ts';
import type { Tables } from '../../rights/statement.ts';
import { updateEndpoint } from './dynamo-webhook-endpoints.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Length of a lease in milliseconds, longer than an attempt. Deliveries renew it. */
export const LEASE = 40_000;

/** The most endpoints that a look at the backlog counts. */
const MOST_COUNTED = 1_000;

/** The most queries of one look for due endpoints. Leased ones fill few: each has a worker. */
const MOST_QUERIES = 50;

const readDue = rowReader('due webhook endpoint', z.object({ owner_id: z.string(), endpoint_id: z.string() }));

/** Leases of endpoints. Only the holder of a lease delivers to the endpoint. */
export class DynamoDeliveryLeases extends TableStore<Tables<'webhookEndpoints'>> {
  /** Takes or renews a lease. @returns undefined when another run has it, or the endpoint is gone. */
  hold(ownerId: string, endpointId: string, holder: string, now: Date): Promise<WebhookEndpoint | undefined> {
    const { set, when } = leaseTaken(holder, leaseUntil(now, LEASE / 1000), now);
    const change = { set, when: all(exists('owner_id'), when) };
    return updateEndpoint(this.documents, this.tables, ownerId, endpointId, change);
  }

  /**
   * Releases an endpoint until its next message is due.
   *
   * @param seen the endpoint as read before its holder looked for remaining messages
   * @param dueAt null when no messages remain
   * @returns false when a message was added since or another run holds the lease. Nothing changes then.
   */
  async release(seen: WebhookEndpoint, holder: string, dueAt: Date | null): Promise<boolean> {
    const isSeen = seen.additions === undefined ? absent('additions') : is('additions', '=', seen.additions);
    const released = await updateEndpoint(this.documents, this.tables, seen.owner_id, seen.endpoint_id, {
      set: dueAt ? { due: 'due', due_at: timestamp(dueAt) } : {},
      remove: ['lease_holder', 'lease_until', ...(dueAt ? [] : ['due', 'due_at'])],
      when: all(heldBy(holder), isSeen),
    });
    return released !== undefined;
  }

  /** Records since when all attempts have failed, until when the receiver asked for no requests, and sent mails. */
  async note(
    { owner_id: ownerId, endpoint_id: endpointId }: WebhookEndpoint,
    holder: string,
    change: Partial<Pick<WebhookEndpoint, 'failing_since' | 'hold_until' | 'mails'>>,
  ): Promise<void> {
    await updateEndpoint(this.documents, this.tables, ownerId, endpointId, { set: change, when: heldBy(holder) });
  }

  /**
   * Disables an endpoint and informs its owner. Has no effect if the endpoint was disabled or changed since.
   *
   * @param notices the event for the owner's other endpoints, in the same transaction
   */
  async disable(
    endpoint: WebhookEndpoint,
    reason: 'gone' | 'failing',
    now: Date,
    notices: readonly Part[],
  ): Promise<void> {
    const at = timestamp(now);
    const change = { enabled: false, disabled_reason: reason, disabled_at: at, updated_at: at };
    const Update = {
      TableName: this.tables.webhookEndpoints,
      Key: { owner_id: endpoint.owner_id, endpoint_id: endpoint.endpoint_id },
      ...updateOf({
        set: { ...change, version: endpoint.version + 1 },
        when: all(is('version', '=', endpoint.version), is('enabled', '=', true)),
      }),
    };
    const changed = new VersionConflictError('webhook endpoint', endpoint.endpoint_id);
    try {
      await transact(this.documents, [{ item: { Update }, lost: () => changed }, ...notices]);
    } catch (error) {
      // After a change by the owner, the next failure decides.
      if (error !== changed) throw error;
    }
  }

  /** Endpoints with due messages, also those to which a worker delivers now. */
  async backlog(now: Date): Promise<{ readonly endpoints: number; readonly oldest: string | null }> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.webhookEndpoints,
        IndexName: 'due_index',
        KeyConditionExpression: 'due = :due AND due_at <= :now',
        ProjectionExpression: 'due_at',
        ExpressionAttributeValues: { ':due': 'due', ':now': timestamp(now) },
        Limit: MOST_COUNTED,
      }),
    );
    return { endpoints: Items.length, oldest: (Items[0]?.due_at as string | undefined) ?? null };
  }

  /** Endpoints with due messages and no active lease, the longest due first. */
  async due(now: Date, limit: number): Promise<readonly { readonly ownerId: string; readonly endpointId: string }[]> {
    const at = timestamp(now);
    const aliases = new Aliases();
    const pages = queryPages(this.documents, {
      TableName: this.tables.webhookEndpoints,
      IndexName: 'due_index',
      KeyConditionExpression: all(is('due', '=', 'due'), is('due_at', '<=', at))(aliases),
      FilterExpression: any(absent('lease_until'), is('lease_until', '<=', at))(aliases),
      ...aliases.attributes(),
      // Rows that the filter drops count, so a page can have none while others follow.
      Limit: limit,
    });
    const found: ReturnType<typeof readDue>[] = [];
    let queries = 0;
    for await (const page of pages) {
      found.push(...page.map(readDue));
      queries += 1;
      if (found.length >= limit || queries === MOST_QUERIES) break;
    }
    return found.slice(0, limit).map(({ owner_id: ownerId, endpoint_id: endpointId }) => ({ ownerId, endpointId }));
  }
}
