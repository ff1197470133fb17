import { DynamoDeliveryLeases } from '../domain/webhooks/dynamo-delivery-leases.ts';
import { DynamoWebhookEndpoints } from '../domain/webhooks/dynamo-webhook-endpoints.ts';
import { DynamoWebhookMessages } from '../domain/webhooks/dynamo-webhook-messages.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv } from '../platform/env.ts';
import { resolveBySystem, type TargetRules } from '../platform/outbound/target.ts';

/** Wiring of functions for integrators' webhook endpoints. */

export const webhookEndpoints = () =>
  new DynamoWebhookEndpoints(documents(), { webhookEndpoints: requireEnv('WEBHOOK_ENDPOINTS_TABLE') });

export const deliveryLeases = () =>
  new DynamoDeliveryLeases(documents(), { webhookEndpoints: requireEnv('WEBHOOK_ENDPOINTS_TABLE') });

export const webhookMessages = () =>
  new DynamoWebhookMessages(documents(), { webhookMessages: requireEnv('WEBHOOK_MESSAGES_TABLE') });

/** Only the service on one machine may call receivers on that machine. */
export const targetRules = (): TargetRules => ({
  resolve: resolveBySystem,
  loopback: optionalEnv('WEBHOOK_LOOPBACK') === 'true',
});

/** Starts the delivery of an endpoint's due messages; returns as soon as Lambda has accepted the invocation. */
export const deliverWebhooks = () => {
  const workers = new LambdaWorkers();
  const worker = requireEnv('DELIVER_WEBHOOKS_FUNCTION');
  return (ownerId: string, endpointId: string) => workers.start(worker, { owner_id: ownerId, endpoint_id: endpointId });
};

/** Dependencies of publishing changes to integrators. */
export const queueWebhooksDeps = () => ({
  endpoints: webhookEndpoints(),
  messages: webhookMessages(),
  deliver: deliverWebhooks(),
  now: systemClock,
});
