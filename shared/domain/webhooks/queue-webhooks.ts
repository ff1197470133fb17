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
  /** Starts the delivery of an endpoint's due messages; returns at once. */
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  readonly now: Clock;
}

/**
 * Queues changes for the endpoints that subscribe to them. Records are handled one after the other, as they concern the
 * same objects; the first failure stops the batch, and the stream repeats that record and all after it.
 *
 * @returns the sequence number of the record that failed, if one did.
 */
export async function queueWebhooks(
  records: readonly DynamoDBRecord[],
  deps: QueueWebhooksDeps,
): Promise<string | undefined> {
  const round = new Round(deps);
  let failed: string | undefined;
  for (const record of records) {
    try {
      for (const message of messagesOfRecord(record)) await round.queue(message);
    } catch (error) {
      log.error('integrator events were not queued', { error });
      failed = record.dynamodb?.SequenceNumber ?? '';
      break;
    }
  }
  try {
    await round.wake();
  } catch (error) {
    log.error('webhook delivery was not started; the next sweep starts it', { error });
    // The batch is repeated from the first record: queued messages are not queued again, and their endpoints are woken.
    return records[0]?.dynamodb?.SequenceNumber ?? '';
  }
  return failed;
}

/** One batch of a stream, in which the endpoints of each owner are read once. */
class Round {
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
