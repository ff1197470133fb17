import { documents } from '../aws/documents.ts';
import { LambdaWorkers } from '../aws/lambda-workers.ts';
import { systemClock } from '../clock.ts';
import { optionalEnv, requireEnv } from '../env.ts';
import { DynamoDeliveryLeases } from '../webhook-endpoints/dynamo-delivery-leases.ts';
import { DynamoWebhookEndpoints } from '../webhook-endpoints/dynamo-webhook-endpoints.ts';
import { DynamoWebhookMessages } from '../webhook-endpoints/dynamo-webhook-messages.ts';
import { resolveBySystem, type TargetRules } from '../webhook-endpoints/target.ts';

/** What functions that deal with integrators' webhook endpoints are wired from. */

export const webhookEndpoints = () => new DynamoWebhookEndpoints(documents(), requireEnv('WEBHOOK_ENDPOINTS_TABLE'));

export const deliveryLeases = () => new DynamoDeliveryLeases(documents(), requireEnv('WEBHOOK_ENDPOINTS_TABLE'));

export const webhookMessages = () => new DynamoWebhookMessages(documents(), requireEnv('WEBHOOK_MESSAGES_TABLE'));

/** Only the service on one machine may call receivers on that machine. */
export const targetRules = (): TargetRules => ({
  resolve: resolveBySystem,
  loopback: optionalEnv('WEBHOOK_LOOPBACK') === 'true',
});

/** Has what is due to an endpoint delivered; returns as soon as that is in good hands. */
export const deliverWebhooks = () => {
  const workers = new LambdaWorkers();
  const worker = requireEnv('DELIVER_WEBHOOKS_FUNCTION');
  return (ownerId: string, endpointId: string) => workers.start(worker, { owner_id: ownerId, endpoint_id: endpointId });
};

/** What telling integrators of changes needs. */
export const tellDeps = () => ({
  endpoints: webhookEndpoints(),
  messages: webhookMessages(),
  deliver: deliverWebhooks(),
  now: systemClock,
});
