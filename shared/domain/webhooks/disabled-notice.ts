import type { Part } from '../../platform/aws/transact.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Table } from '../../rights/statement.ts';
import { outboxPart } from '../accounts/outbox/outbox.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Makes the event that informs the owner's other endpoints that one is disabled. */
export type DisabledNotice = (endpoint: WebhookEndpoint, reason: 'gone' | 'failing', now: Date) => Part;

export const disabledNotice =
  (table: Table<'integratorEvents'>): DisabledNotice =>
  ({ owner_id: ownerId, endpoint_id: id, description, version }, reason, now) => {
    const event = {
      ownerId,
      type: 'webhook_endpoint.disabled' as const,
      objectId: id,
      id: `${id}/disabled/${version + 1}`,
      occurredAt: timestamp(now),
      // Without its URL: some paths contain a secret of the owner.
      data: { webhook_endpoint_id: id, description, reason },
    };
    return outboxPart(event, table);
  };
