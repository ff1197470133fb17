import { PING } from '../../contract/shapes/integrator-event-types.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { DynamoWebhookEndpoints } from './dynamo-webhook-endpoints.ts';
import type { DynamoWebhookMessages } from './dynamo-webhook-messages.ts';
import { messageIdOf } from './message-ids.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import { newMessage, redelivered, type WebhookMessage } from './webhook-message.ts';

export interface SendDeps {
  readonly endpoints: DynamoWebhookEndpoints;
  readonly messages: DynamoWebhookMessages;
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  readonly now: Clock;
}

/** Queues a test message, which is sent once. @throws NotFoundError; AppError `conflict` when disabled */
export async function ping(ownerId: string, endpointId: string, deps: SendDeps): Promise<WebhookMessage> {
  requireEnabled(await deps.endpoints.require(ownerId, endpointId));
  const now = deps.now();
  const id = newId(now);
  const data = { webhook_endpoint_id: endpointId };
  const order = {
    ownerId,
    messageId: messageIdOf({ at: now, identity: [ownerId, endpointId, id] }),
    type: PING,
    // Not the id of the endpoint, which is the object of events to other endpoints.
    objectId: `ping/${id}`,
    sequence: id,
    body: JSON.stringify({ type: PING, timestamp: timestamp(now), data }),
    retried: false,
    at: now,
  };
  const message = newMessage(order, endpointId, now);
  await deps.messages.add(message, now);
  await wake(ownerId, endpointId, deps);
  return message;
}

/** Sends a message again, or a waiting one now. @throws NotFoundError; AppError `conflict` when disabled */
export async function redeliver(
  ownerId: string,
  endpointId: string,
  messageId: string,
  deps: SendDeps,
): Promise<WebhookMessage> {
  const { endpoints, messages, now } = deps;
  const message = await retryLostRaces(async () => {
    const [endpoint, before] = await Promise.all([
      endpoints.require(ownerId, endpointId),
      messages.find(ownerId, endpointId, messageId),
    ]);
    requireEnabled(endpoint);
    if (!before) throw new NotFoundError('Webhook message', messageId);
    const at = timestamp(now());
    const isDue = before.status === 'pending' && (before.next_attempt_at ?? at) <= at;
    if (isDue) return before;
    const after = before.status === 'pending' ? { ...before, next_attempt_at: at } : redelivered(before, now());
    await messages.record(before, after);
    return after;
  });
  await messages.wakeLane(message, now());
  await wake(ownerId, endpointId, deps);
  return message;
}

function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw new AppError('conflict', 'The webhook endpoint is disabled. Enable it first.');
}

async function wake(ownerId: string, endpointId: string, { endpoints, deliver, now }: SendDeps): Promise<void> {
  if (await endpoints.wake(ownerId, endpointId, now())) await deliver(ownerId, endpointId);
}
