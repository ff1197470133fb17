import type { Part } from '../../platform/aws/transact.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Table } from '../../rights/statement.ts';
import { outboxPart } from '../accounts/outbox/outbox.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Makes the event that informs the owner's other endpoints of a failing one. */
export type FailingNotice = (endpoint: WebhookEndpoint, since: string) => Part;

export const failingNotice =
  (table: Table<'integratorEvents'>): FailingNotice =>
  (endpoint, since) => {
    const { owner_id: ownerId, endpoint_id: id } = endpoint;
    const event = {
      ownerId,
      type: 'webhook_endpoint.failing' as const,
      objectId: id,
      // One for each period of failures: the row of a repetition replaces an equal one.
      id: `${id}/failing/${since}`,
      occurredAt: since,
      data: { webhook_endpoint_id: id, description: describe(endpoint), reason: 'failing' },
    };
    return outboxPart(event, table);
  };

/** Makes the event that informs the owner's other endpoints of a disabled one. */
export type DisabledNotice = (endpoint: WebhookEndpoint, reason: 'gone' | 'failing', now: Date) => Part;

export const disabledNotice =
  (table: Table<'integratorEvents'>): DisabledNotice =>
  (endpoint, reason, now) => {
    const { owner_id: ownerId, endpoint_id: id, version } = endpoint;
    const event = {
      ownerId,
      type: 'webhook_endpoint.disabled' as const,
      objectId: id,
      id: `${id}/disabled/${version + 1}`,
      occurredAt: timestamp(now),
      // Without the URL, whose path may contain a secret.
      data: { webhook_endpoint_id: id, description: describe(endpoint), reason },
    };
    return outboxPart(event, table);
  };

/** Lists of endpoints do not show receivers of alerts. */
function describe({ description, alert }: WebhookEndpoint): string | null {
  return alert ? `(alerts by ${alert.channel})` : description;
}

/** Whether the owner learns of its failures. Receivers that a person set up for themselves are private. */
export function isReported({ alert }: WebhookEndpoint): boolean {
  return !alert || alert.person_id === null;
}
