import { log } from '../base/log.ts';
import type { AgentEvent } from '../events/event.ts';
import type { Webhook } from '../settings/webhook.ts';
import { deliver } from './delivery.ts';

/** Events on their way to one receiver, in batches and in order. A queue that is too long, or dies, loses them. */
export class EventQueue {
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

  /** Tries to deliver what waits now, once. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.posting) await this.posting;
    if (this.waiting.length === 0) return;
    // Forgotten by a callback, never before it is remembered: a wait for an ended delivery would not end.
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

  /** A batch has at least one event, however large that is. */
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
    if (before === 0 && this.dropped > 0) log(`a webhook lags behind: the oldest events of ${this.path} are given up`);
  }

  private flushLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, this.webhook.flushDelaySeconds * 1000).unref();
  }
}
