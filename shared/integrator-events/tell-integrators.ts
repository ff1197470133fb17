import type { DynamoDBRecord } from 'aws-lambda';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { DynamoWebhookEndpoints } from '../webhook-endpoints/dynamo-webhook-endpoints.ts';
import type { DynamoWebhookMessages } from '../webhook-endpoints/dynamo-webhook-messages.ts';
import { type WebhookEndpoint, wants } from '../webhook-endpoints/webhook-endpoint.ts';
import { newMessage } from '../webhook-endpoints/webhook-message.ts';
import type { IntegratorMessage } from './integrator-message.ts';
import { messagesOfRecord } from './messages-of-record.ts';

export interface TellDeps {
  readonly endpoints: Pick<DynamoWebhookEndpoints, 'list' | 'wake'>;
  readonly messages: Pick<DynamoWebhookMessages, 'add'>;
  /** Has what is due to an endpoint delivered; returns at once. */
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  readonly now: Clock;
}

/**
 * Puts what changed into the queues of the endpoints that want to know. One record after the other, as they tell of the same objects; the first that fails ends it, and
 * the stream brings it and all behind it again.
 *
 * @returns the sequence number of the record that failed, if one did.
 */
export async function tellIntegrators(records: readonly DynamoDBRecord[], deps: TellDeps): Promise<string | undefined> {
  const round = new Round(deps);
  let failed: string | undefined;
  for (const record of records) {
    try {
      for (const message of messagesOfRecord(record)) await round.queue(message);
    } catch (error) {
      log.error('integrators were not told', { error });
      failed = record.dynamodb?.SequenceNumber ?? '';
      break;
    }
  }
  try {
    await round.wake();
  } catch (error) {
    log.error('queued events wait for the next sweep', { error });
    // From the first on: what is queued is not queued again, and its endpoints are woken.
    return records[0]?.dynamodb?.SequenceNumber ?? '';
  }
  return failed;
}

/** One batch of a stream, in which the endpoints of each owner are read once. */
class Round {
  readonly #deps: TellDeps;
  readonly #endpoints = new Map<string, readonly WebhookEndpoint[]>();
  readonly #queued = new Map<string, WebhookEndpoint>();

  constructor(deps: TellDeps) {
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
