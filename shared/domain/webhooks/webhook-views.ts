import type * as z from 'zod';
import type { MessageWithBody, WebhookMessageInfo } from '../../contract/shapes/webhook-message.ts';
import type { WebhookEndpointInfo } from '../../contract/webhooks/webhook-endpoints.ts';
import { reportDamage } from '../../platform/aws/rows.ts';
import type { Clock } from '../../platform/clock.ts';
import { BrokenSealError, type Vault } from '../../platform/vault.ts';
import { openUrl, type WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookMessage } from './webhook-message.ts';

export interface ViewDeps {
  readonly vault: Pick<Vault, 'open'>;
  readonly now: Clock;
}

/** An endpoint as its owner sees it. @throws AppError `unavailable` */
export async function endpointView(
  endpoint: WebhookEndpoint,
  { vault, now: clock }: ViewDeps,
): Promise<z.input<typeof WebhookEndpointInfo>> {
  const now = clock();
  const { endpoint_id: id, previous_secret_until: until } = endpoint;
  return {
    id,
    url: await openUrl(endpoint, vault).catch((error: unknown) => originOf(endpoint, error)),
    events: endpoint.events,
    description: endpoint.description,
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabled_reason,
    disabled_at: endpoint.disabled_at,
    failing_since: endpoint.failing_since ?? null,
    previous_secret_expires_at: until !== null && until > now.toISOString() ? until : null,
    created_at: endpoint.created_at,
    updated_at: endpoint.updated_at,
  };
}

/** A URL that cannot be opened must not hide the owner's other endpoints. @throws any other error */
function originOf({ owner_id, endpoint_id, url }: WebhookEndpoint, error: unknown): string {
  if (!(error instanceof BrokenSealError)) throw error;
  reportDamage('webhook endpoint', { owner_id, endpoint_id }, ['sealed_url']);
  return url;
}

/** A message as its owner sees it in lists. */
export function messageView(message: WebhookMessage): z.input<typeof WebhookMessageInfo> {
  return {
    id: message.message_id,
    type: message.type,
    object_id: message.object_id,
    status: message.status,
    attempt_count: message.attempt_count,
    attempts: message.attempts.map(({ answer: _, ...attempt }) => attempt),
    next_attempt_at: message.next_attempt_at,
    delivered_at: message.delivered_at,
    created_at: message.created_at,
  };
}

/** A message with its body and the receiver's responses. */
export function messageWithBodyView(message: WebhookMessage): z.input<typeof MessageWithBody> {
  return { ...messageView(message), attempts: message.attempts, body: message.body };
}
