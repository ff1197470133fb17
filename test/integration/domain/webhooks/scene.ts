import { setTimeout as wait } from 'node:timers/promises';
import { outboxPart } from '../../../../shared/domain/accounts/outbox/outbox.ts';
import { createEndpoint } from '../../../../shared/domain/webhooks/change-endpoints.ts';
import { type DeliveryDeps, deliverToEndpoint } from '../../../../shared/domain/webhooks/deliver.ts';
import { DynamoDeliveryLeases } from '../../../../shared/domain/webhooks/dynamo-delivery-leases.ts';
import { DynamoWebhookEndpoints } from '../../../../shared/domain/webhooks/dynamo-webhook-endpoints.ts';
import { DynamoWebhookMessages } from '../../../../shared/domain/webhooks/dynamo-webhook-messages.ts';
import { disabledNotice, failingNotice } from '../../../../shared/domain/webhooks/endpoint-notices.ts';
import { sendToReceiver } from '../../../../shared/domain/webhooks/http-receiver.ts';
import { newMessage, type WebhookMessage } from '../../../../shared/domain/webhooks/webhook-message.ts';
import { transact } from '../../../../shared/platform/aws/transact.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import type { ServiceTables } from '../../../support/service-tables.ts';

/** A clock that waiting advances. It is in the future because DynamoDB expires rows by its own clock. */
export class VirtualTime {
  #now: number;

  constructor(start = new Date('2035-03-01T12:00:00.000Z')) {
    this.#now = start.getTime();
  }

  readonly now = (): Date => new Date(this.#now);

  readonly pause = async (milliseconds: number): Promise<void> => {
    this.#now += milliseconds;
  };

  set(at: Date): void {
    this.#now = Math.max(this.#now, at.getTime());
  }
}

const rules = { resolve: resolveBySystem, loopback: true };

export class Scene {
  readonly ownerId = `owner-${crypto.randomUUID()}`;
  readonly time: VirtualTime;
  readonly endpoints: DynamoWebhookEndpoints;
  readonly leases: DynamoDeliveryLeases;
  readonly messages: DynamoWebhookMessages;
  readonly vault = new MemoryVault();
  readonly #tables: ServiceTables;
  #runs = 0;

  constructor(tables: ServiceTables, time = new VirtualTime()) {
    this.#tables = tables;
    this.time = time;
    this.endpoints = new DynamoWebhookEndpoints(tables.documents, tables);
    this.leases = new DynamoDeliveryLeases(tables.documents, tables);
    this.messages = new DynamoWebhookMessages(tables.documents, tables);
  }

  async endpoint(url: string, events: readonly string[] = ['*']) {
    const order = { url, events, description: null, enabled: true };
    const deps = { endpoints: this.endpoints, vault: this.vault, now: this.time.now, rules };
    const { endpoint, secret } = await createEndpoint(this.ownerId, order, async () => [], deps);
    return { id: endpoint.endpoint_id, secret };
  }

  find(endpointId: string) {
    return this.endpoints.require(this.ownerId, endpointId);
  }

  /** Queues a message like a stream does and wakes the endpoint. */
  async queue(endpointId: string, objectId: string, number: number, type = 'sandbox.running'): Promise<WebhookMessage> {
    const body = JSON.stringify({ type, timestamp: this.time.now().toISOString(), data: { objectId, number } });
    const sequence = String(number).padStart(10, '0');
    const id = `msg_${objectId.replaceAll(/\W/g, '')}${sequence}`;
    const order = {
      ownerId: this.ownerId,
      messageId: id,
      type,
      objectId,
      sequence,
      body,
      retried: true,
      at: this.time.now(),
    };
    const message = newMessage(order, endpointId, this.time.now());
    await this.messages.add(message, this.time.now());
    await this.endpoints.wake(this.ownerId, endpointId, this.time.now());
    return message;
  }

  async message(endpointId: string, messageId: string) {
    const found = await this.messages.find(this.ownerId, endpointId, messageId);
    if (!found) throw new Error(`there is no message ${messageId}`);
    return found;
  }

  deps(overrides: Partial<DeliveryDeps> = {}): DeliveryDeps {
    return {
      leases: this.leases,
      messages: this.messages,
      vault: this.vault,
      send: (url, headers, body) => sendToReceiver(url, headers, body, { ...rules, timeout: 15_000 }),
      mail: undefined,
      notice: disabledNotice(this.#tables.integratorEvents),
      failingNotice: failingNotice(this.#tables.integratorEvents),
      publishFailing: (notice) => transact(this.#tables.documents, [notice]),
      now: this.time.now,
      random: () => 0,
      pause: this.time.pause,
      tick: () => wait(20),
      timeLeft: () => 300_000,
      ...overrides,
    };
  }

  deliver(endpointId: string, overrides: Partial<DeliveryDeps> = {}): Promise<'done' | 'busy'> {
    this.#runs += 1;
    return deliverToEndpoint(this.ownerId, endpointId, `run-${this.#runs}`, this.deps(overrides));
  }

  /** Advances time from one due message to the next, until none is due or the time is over. */
  async deliverUntilIdle(endpointId: string, until: Date, overrides: Partial<DeliveryDeps> = {}): Promise<void> {
    for (;;) {
      const { due_at: dueAt } = await this.find(endpointId);
      if (typeof dueAt !== 'string' || new Date(dueAt) > until) return;
      this.time.set(new Date(dueAt));
      await this.deliver(endpointId, overrides);
    }
  }

  outbox(type: 'key.created' | 'webhook_endpoint.disabled', objectId: string, id: string) {
    const occurredAt = this.time.now().toISOString();
    return outboxPart(
      { ownerId: this.ownerId, type, objectId, id, occurredAt, data: { id: objectId } },
      this.#tables.integratorEvents,
    );
  }
}
