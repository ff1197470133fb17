import { notBefore } from '../base/timestamps.ts';
import { type AgentEvent, type EventContent, isStateUpdate, type Listener, newEvent } from '../events/event.ts';
import type { ConversationFiles } from './conversation-files.ts';

/** The events of one conversation in their order, each following the last that tells its story. */
export class Journal {
  private readonly files: ConversationFiles;
  private readonly history: AgentEvent[];
  private readonly listeners = new Set<Listener>();
  private nextIndex: number;

  constructor(files: ConversationFiles, events: readonly AgentEvent[], nextIndex: number) {
    this.files = files;
    this.history = [...events];
    this.nextIndex = nextIndex;
    // The clock may have been set back since: the times of a conversation must not run backwards.
    for (const event of events) notBefore(event.timestamp);
  }

  get events(): readonly AgentEvent[] {
    return this.history;
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  /** The last event of the story. */
  get leafId(): string | undefined {
    return this.history.findLast((event) => !isStateUpdate(event))?.id;
  }

  /** @returns how to unsubscribe */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Stores an event and tells it; it is durable when this returns. */
  append(content: EventContent): AgentEvent {
    const event = newEvent(content, this.leafId);
    this.files.writeEvent(this.nextIndex, event);
    this.nextIndex += 1;
    this.history.push(event);
    this.tell(event);
    return event;
  }

  /** Tells an event without storing it. */
  tell(event: AgentEvent): void {
    for (const listener of this.listeners) listener.onEvent(event);
  }

  /** Tells a piece of an answer to those who show it. */
  stream(content: EventContent): void {
    const event = newEvent(content);
    for (const listener of this.listeners) listener.onDelta?.(event);
  }

  end(): void {
    for (const listener of this.listeners) listener.onEnd();
    this.listeners.clear();
  }
}
