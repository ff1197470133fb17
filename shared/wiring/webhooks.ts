import { DynamoDeliveryLeases } from '../domain/webhooks/dynamo-delivery-leases.ts';
import { DynamoWebhookEndpoints } from '../domain/webhooks/dynamo-webhook-endpoints.ts';
import { DynamoWebhookMessages } from '../domain/webhooks/dynamo-webhook-messages.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv } from '../platform/env.ts';
import { resolveBySystem, type TargetRules } from '../platform/outbound/target.ts';
import type { Tables, WorkerName } from '../rights/statement.ts';

interface Delivery {
  readonly 'deliver-webhooks': WorkerName<'deliver-webhooks'>;
}

export const webhookEndpoints = (granted: Tables<'webhookEndpoints'>) =>
  new DynamoWebhookEndpoints(documents(), granted);

export const deliveryLeases = (granted: Tables<'webhookEndpoints'>) => new DynamoDeliveryLeases(documents(), granted);

export const webhookMessages = (granted: Tables<'webhookMessages'>) => new DynamoWebhookMessages(documents(), granted);

/** Only a service on one machine can call receivers on that machine. */
export const targetRules = (): TargetRules => ({
  resolve: resolveBySystem,
  loopback: optionalEnv('WEBHOOK_LOOPBACK') === 'true',
});

/** Starts the delivery of an endpoint's due messages; returns once Lambda has accepted the invocation. */
export const deliverWebhooks = ({ 'deliver-webhooks': worker }: Delivery) => {
  const workers = new LambdaWorkers();
  return (ownerId: string, endpointId: string) => workers.start(worker, { owner_id: ownerId, endpoint_id: endpointId });
};

/** For publishing changes to integrators. */
export const queueWebhooksDeps = (granted: Tables<'webhookEndpoints' | 'webhookMessages'> & Delivery) => ({
  endpoints: webhookEndpoints(granted),
  messages: webhookMessages(granted),
  deliver: deliverWebhooks(granted),
  now: systemClock,
});
