import type { Part } from '../aws/transact.ts';
import { timestamp } from '../clock.ts';
import { outboxItem } from '../integrator-events/outbox.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Tells the owner's other endpoints that one is disabled. */
export type DisabledNotice = (endpoint: WebhookEndpoint, reason: 'gone' | 'failing', now: Date) => Part;

export const disabledNotice =
  (table: string): DisabledNotice =>
  ({ owner_id: ownerId, endpoint_id: id, description, version }, reason, now) => {
    const event = {
      ownerId,
      type: 'webhook_endpoint.disabled' as const,
      objectId: id,
      id: `${id}/disabled/${version + 1}`,
      occurredAt: timestamp(now),
      // Not its URL: the paths of some hold what only their owner may know.
      data: { webhook_endpoint_id: id, description, reason },
    };
    return { item: outboxItem(event, table), lost: () => new Error('an outbox has no condition to lose') };
  };
