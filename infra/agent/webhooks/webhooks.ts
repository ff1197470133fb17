import type { JsonObject } from '../base/json.ts';
import type { AgentEvent, Listener } from '../events/event.ts';
import type { Webhook } from '../settings/webhook.ts';
import { deliver } from './delivery.ts';
import { EventQueue } from './event-queue.ts';

/** A conversation as its followers see it. */
interface Followed {
  readonly id: string;
  fullState(): AgentEvent;
  subscribe(listener: Listener): unknown;
}

/** Tells the receivers of this server what happens in its conversations. They know it by its first session key. */
export class Webhooks {
  private readonly webhooks: readonly Webhook[];
  private readonly sessionKey: string | undefined;
  private readonly queues = new Set<EventQueue>();
  private readonly deliveries = new Set<Promise<unknown>>();

  constructor(webhooks: readonly Webhook[], sessionKey: string | undefined) {
    this.webhooks = webhooks;
    this.sessionKey = sessionKey;
  }

  /** Sends every event of a conversation from now on, its state first. */
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

  /** Sends what a conversation is, at once and in the background. */
  tell(info: JsonObject): void {
    const text = JSON.stringify(info);
    for (const webhook of this.webhooks) this.track(deliver(webhook, '/conversations', this.sessionKey, text));
  }

  /** Returns when everything that waits has been tried. */
  async flush(): Promise<void> {
    await Promise.all([...[...this.queues].map((queue) => queue.flush()), ...this.deliveries]);
  }

  private track(delivery: Promise<unknown>): void {
    this.deliveries.add(delivery);
    void delivery.finally(() => this.deliveries.delete(delivery));
  }
}
