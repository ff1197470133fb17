import { isActive } from '../domain/accounts/people/member-record.ts';
import { DynamoOperations } from '../domain/service/operations/dynamo-operations.ts';
import { DynamoAlerts } from '../domain/webhooks/dynamo-alerts.ts';
import { DynamoDeliveryLeases } from '../domain/webhooks/dynamo-delivery-leases.ts';
import { DynamoWebhookEndpoints } from '../domain/webhooks/dynamo-webhook-endpoints.ts';
import { DynamoWebhookMessages } from '../domain/webhooks/dynamo-webhook-messages.ts';
import { documents } from '../platform/aws/documents.ts';
import { vault } from '../platform/aws/kms-vault.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv } from '../platform/env.ts';
import { resolveBySystem, type TargetRules } from '../platform/outbound/target.ts';
import type { Tables, WorkerName } from '../rights/statement.ts';
import { memberStore } from './accounts.ts';

type Queued = Tables<'webhookEndpoints' | 'webhookMessages'> & Delivery;

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

export const alertViewDeps = (granted: Tables<'webhookEndpoints'> & { readonly vaultKey: string }) => ({
  endpoints: webhookEndpoints(granted),
  alerts: new DynamoAlerts(documents(), granted),
  vault: vault(granted),
  sendsMail: optionalEnv('MAIL_FROM') !== undefined,
});

export const alertDeps = (granted: Tables<'webhookEndpoints'> & { readonly vaultKey: string }) => ({
  ...alertViewDeps(granted),
  rules: targetRules(),
  now: systemClock,
});

/** Starts the delivery of an endpoint's due messages; returns once Lambda has accepted the invocation. */
export const deliverWebhooks = ({ 'deliver-webhooks': worker }: Delivery) => {
  const workers = new LambdaWorkers();
  return (ownerId: string, endpointId: string) => workers.start(worker, { owner_id: ownerId, endpoint_id: endpointId });
};

const noteFailures = (granted: Tables<'operations'>) => {
  const operations = new DynamoOperations(documents(), granted);
  return (byReason: ReadonlyMap<string, number>, now: Date) => operations.addFailures(byReason, now);
};

/** Whether a person belongs to an owner now: not once they were removed. */
export const isMember = (granted: Tables<'members'>) => {
  const members = memberStore(granted);
  return async (ownerId: string, personId: string) => {
    const member = await members.find(ownerId, personId);
    return member !== undefined && isActive(member);
  };
};

/** For publishing changes to integrators. */
export const queueWebhooksDeps = (granted: Tables<'operations'> & Queued) => ({
  ...sendAgainDeps(granted),
  noteFailures: noteFailures(granted),
});

/** For sending a message again, and for pings. */
export const sendAgainDeps = (granted: Queued) => ({
  endpoints: webhookEndpoints(granted),
  messages: webhookMessages(granted),
  deliver: deliverWebhooks(granted),
  now: systemClock,
});
