import type { DynamoDBRecord } from 'aws-lambda';
import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { isFor } from './alert-kinds.ts';
import type { DynamoWebhookEndpoints } from './dynamo-webhook-endpoints.ts';
import type { DynamoWebhookMessages } from './dynamo-webhook-messages.ts';
import { FailureCounts } from './failure-counts.ts';
import { type IntegratorMessage, messagesOfRecord } from './messages-of-record.ts';
import { type WebhookEndpoint, wants } from './webhook-endpoint.ts';
import { newMessage } from './webhook-message.ts';

export interface QueueWebhooksDeps {
  readonly endpoints: Pick<DynamoWebhookEndpoints, 'list' | 'wake'>;
  readonly messages: Pick<DynamoWebhookMessages, 'add'>;
  /** Whether a person belongs to an owner now. */
  readonly isMember: (ownerId: string, personId: string) => Promise<boolean>;
  /** Starts the delivery of an endpoint's due messages. Does not wait for it. */
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  /** Adds to the failures of the hour, by reason. */
  readonly noteFailures: (byReason: ReadonlyMap<string, number>, now: Date) => Promise<void>;
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
      await batch.queue(messagesOfRecord(record));
    } catch (error) {
      log.error('integrator events were not queued', { error });
      failed = record.dynamodb?.SequenceNumber ?? '';
      break;
    }
  }
  try {
    await batch.wake();
    await batch.count();
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
  readonly #failures = new FailureCounts();
  readonly #queued = new Map<string, Pick<WebhookEndpoint, 'owner_id' | 'endpoint_id'>>();

  constructor(deps: QueueWebhooksDeps) {
    this.#deps = deps;
  }

  /** Queues the messages of a record. Its failures count once all are queued: otherwise the stream repeats it. */
  async queue(messages: readonly IntegratorMessage[]): Promise<void> {
    for (const message of messages) await this.#queueOne(message);
    for (const message of messages) this.#failures.note(message);
  }

  async #queueOne(message: IntegratorMessage): Promise<void> {
    const { messages, now } = this.#deps;
    for (const endpoint of await this.#endpointsOf(message.ownerId)) {
      if (!endpoint.enabled || !wants(endpoint.events, message.type)) continue;
      if (endpoint.alert && !(await this.#isFor(endpoint, message))) continue;
      const { owner_id, endpoint_id } = endpoint;
      // Receivers of alerts have the same ids for all owners.
      this.#queued.set(`${owner_id}/${endpoint_id}`, { owner_id, endpoint_id });
      await messages.add(newMessage({ ...message, retried: true }, endpoint_id, now()), now());
    }
  }

  /** A person who was removed learns nothing more, whatever they chose before. */
  async #isFor({ owner_id: ownerId, alert }: WebhookEndpoint, message: IntegratorMessage): Promise<boolean> {
    if (!alert || !isFor(alert, message)) return false;
    return alert.person_id === null || this.#deps.isMember(ownerId, alert.person_id);
  }

  /**
   * Comes after all else that makes the stream repeat records, so a failure counts again only if this function ends
   * right after the count. A condition for each failure would be a write for each.
   */
  async count(): Promise<void> {
    const { noteFailures, now } = this.#deps;
    try {
      if (this.#failures.byReason.size > 0) await noteFailures(this.#failures.byReason, now());
    } catch (error) {
      log.error('failures were not counted', { error });
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
