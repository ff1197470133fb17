import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '../base/json.ts';
import { log } from '../base/log.ts';
import type { AgentEvent, Listener } from '../events/event.ts';
import type { Webhook } from '../settings/webhook.ts';

interface Followed {
  readonly id: string;
  fullState(): AgentEvent;
  subscribe(listener: Listener): unknown;
}

/** Sends events of all conversations to the receivers, with the server's first session key. */
export class Webhooks {
  private readonly webhooks: readonly Webhook[];
  private readonly sessionKey: string | undefined;
  private readonly queues = new Set<EventQueue>();
  private readonly deliveries = new Set<Promise<unknown>>();

  constructor(webhooks: readonly Webhook[], sessionKey: string | undefined) {
    this.webhooks = webhooks;
    this.sessionKey = sessionKey;
  }

  /** Sends the state of a conversation, and then every new event. */
  follow(conversation: Followed): void {
    for (const webhook of this.webhooks) {
      const queue = new EventQueue(webhook, conversation.id.replaceAll('-', ''), this.sessionKey);
      this.queues.add(queue);
      queue.add(conversation.fullState());
      conversation.subscribe({
        onEvent: (event) => queue.add(event),
        onEnd: () => this.track(queue.flush().finally(() => this.queues.delete(queue))),
      });
    }
  }

  /** Sends a conversation's information, in the background. */
  tell(info: JsonObject): void {
    const text = JSON.stringify(info);
    for (const webhook of this.webhooks) this.track(deliver(webhook, '/conversations', this.sessionKey, text));
  }

  /** Tries to deliver all waiting events. */
  async flush(): Promise<void> {
    await Promise.all([...[...this.queues].map((queue) => queue.flush()), ...this.deliveries]);
  }

  private track(delivery: Promise<unknown>): void {
    this.deliveries.add(delivery);
    void delivery.finally(() => this.deliveries.delete(delivery));
  }
}

/** The queue of events to one receiver, delivered in batches and in order. It is not stored. */
class EventQueue {
  private readonly webhook: Webhook;
  private readonly path: string;
  private readonly sessionKey: string | undefined;
  private waiting: string[] = [];
  private bytes = 0;
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private posting: Promise<void> | undefined;

  /** @param conversationId 32 hexadecimal characters */
  constructor(webhook: Webhook, conversationId: string, sessionKey: string | undefined) {
    this.webhook = webhook;
    this.path = `/events/${conversationId}`;
    this.sessionKey = sessionKey;
  }

  add(event: AgentEvent): void {
    this.push([JSON.stringify(event)]);
    const isFull = this.waiting.length >= this.webhook.eventBufferSize || this.bytes >= this.webhook.maxBatchBytes;
    if (!isFull || this.posting) this.flushLater();
    else void this.flush();
  }

  /** Tries once to deliver the waiting events. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.posting) await this.posting;
    if (this.waiting.length === 0) return;
    // Reset asynchronously, hence always after the assignment.
    this.posting = this.postAll().finally(() => {
      this.posting = undefined;
    });
    await this.posting;
    if (this.waiting.length > 0) this.flushLater();
  }

  private async postAll(): Promise<void> {
    for (let left = this.waiting.length; left > 0; ) {
      const batch = this.take(left);
      left -= batch.length;
      if (await deliver(this.webhook, this.path, this.sessionKey, `[${batch.join(',')}]`)) continue;
      const later = this.waiting;
      this.waiting = [];
      this.bytes = 0;
      this.push([...batch, ...later]);
      return;
    }
  }

  /** A batch has at least one event, of any size. */
  private take(most: number): string[] {
    let bytes = 2;
    let count = 0;
    for (const text of this.waiting.slice(0, Math.min(most, this.webhook.eventBufferSize))) {
      bytes += Buffer.byteLength(text) + 1;
      if (count > 0 && bytes > this.webhook.maxBatchBytes) break;
      count += 1;
    }
    const batch = this.waiting.splice(0, count);
    for (const text of batch) this.bytes -= Buffer.byteLength(text);
    return batch;
  }

  private push(texts: readonly string[]): void {
    this.waiting.push(...texts);
    for (const text of texts) this.bytes += Buffer.byteLength(text);
    const before = this.dropped;
    while (this.waiting.length > this.webhook.maxQueueSize || this.bytes > this.webhook.maxQueueBytes) {
      this.bytes -= Buffer.byteLength(this.waiting.shift() ?? '');
      this.dropped += 1;
    }
    if (before === 0 && this.dropped > 0) log(`a webhook lags behind: the oldest events of ${this.path} are dropped`);
  }

  private flushLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, this.webhook.flushDelaySeconds * 1000).unref();
  }
}

const timeoutMilliseconds = 30_000;
const keyRefused = 'status 401';

/** Posts a JSON text, with retries unless its key is refused. @returns whether it was accepted */
async function deliver(webhook: Webhook, path: string, sessionKey: string | undefined, text: string): Promise<boolean> {
  const url = webhook.baseUrl.replace(/\/+$/, '') + path;
  const key: Record<string, string> = sessionKey === undefined ? {} : { 'X-Session-API-Key': sessionKey };
  const headers = { ...webhook.headers, ...key, 'Content-Type': 'application/json' };
  for (let attempt = 0; ; attempt += 1) {
    const failure = await post(url, headers, text);
    if (failure === undefined) return true;
    log(`a webhook refused ${path} at attempt ${attempt + 1}: ${failure}`);
    if (attempt >= webhook.retries || failure === keyRefused) return false;
    await wait(webhook.retryDelaySeconds * 1000);
  }
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    // Reads the body, so that the connection can be reused.
    await response.arrayBuffer();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'error';
  }
}
