import type { DynamoDBRecord } from 'aws-lambda';
import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { DynamoWebhookEndpoints } from './dynamo-webhook-endpoints.ts';
import type { DynamoWebhookMessages } from './dynamo-webhook-messages.ts';
import { type IntegratorMessage, messagesOfRecord } from './messages-of-record.ts';
import { type WebhookEndpoint, wants } from './webhook-endpoint.ts';
import { newMessage } from './webhook-message.ts';

export interface QueueWebhooksDeps {
  readonly endpoints: Pick<DynamoWebhookEndpoints, 'list' | 'wake'>;
  readonly messages: Pick<DynamoWebhookMessages, 'add'>;
  /** Starts the delivery of an endpoint's due messages. Does not wait for it. */
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  readonly now: Clock;
}

/**
 * Queues changes for the endpoints that subscribe to them, one record after the other, as records can concern the same
 * object. The first failure stops the batch; the stream then repeats the failed record and the later ones.
 *
 * @returns the sequence number of the failed record, if any.
 */
export async function queueWebhooks(
  records: readonly DynamoDBRecord[],
  deps: QueueWebhooksDeps,
): Promise<string | undefined> {
  const batch = new Batch(deps);
  let failed: string | undefined;
  for (const record of records) {
    try {
      for (const message of messagesOfRecord(record)) await batch.queue(message);
    } catch (error) {
      log.error('integrator events were not queued', { error });
      failed = record.dynamodb?.SequenceNumber ?? '';
      break;
    }
  }
  try {
    await batch.wake();
  } catch (error) {
    log.error('webhook delivery was not started; the next sweep starts it', { error });
    // Repeats the whole batch, which is idempotent, to wake all its endpoints.
    return records[0]?.dynamodb?.SequenceNumber ?? '';
  }
  return failed;
}

/** One batch of a stream. Reads the endpoints of each owner once. */
class Batch {
  readonly #deps: QueueWebhooksDeps;
  readonly #endpoints = new Map<string, readonly WebhookEndpoint[]>();
  readonly #queued = new Map<string, WebhookEndpoint>();

  constructor(deps: QueueWebhooksDeps) {
    this.#deps = deps;
  }

  async queue(message: IntegratorMessage): Promise<void> {
    const { messages, now } = this.#deps;
    for (const endpoint of await this.#endpointsOf(message.ownerId)) {
      if (!endpoint.enabled || !wants(endpoint.events, message.type)) continue;
      this.#queued.set(endpoint.endpoint_id, endpoint);
      await messages.add(newMessage({ ...message, retried: true }, endpoint.endpoint_id, now()), now());
    }
  }

  async wake(): Promise<void> {
    const { endpoints, deliver, now } = this.#deps;
    for (const { owner_id: ownerId, endpoint_id: id } of this.#queued.values())
      if (await endpoints.wake(ownerId, id, now())) await deliver(ownerId, id);
  }

  async #endpointsOf(ownerId: string): Promise<readonly WebhookEndpoint[]> {
    const known = this.#endpoints.get(ownerId) ?? (await this.#deps.endpoints.list(ownerId));
    this.#endpoints.set(ownerId, known);
    return known;
  }
}
