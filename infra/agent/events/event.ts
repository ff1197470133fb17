import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../base/json.ts';
import { naiveMicroseconds, parseMicroseconds } from '../base/timestamps.ts';
import { isContent, type Message, textOf } from './message.ts';

/** An event of a conversation. Uploaded recordings can have kinds that `event-contents.ts` does not. */
export interface AgentEvent extends JsonObject {
  readonly kind: string;
  readonly id: string;
  /** ISO-8601 in UTC without a zone, with microseconds. */
  readonly timestamp: string;
  readonly source: string;
  /** The previous event. */
  readonly parent_id?: string;
}

/** An event without the members that `newEvent` adds. */
export interface EventContent extends JsonObject {
  readonly kind: string;
  readonly source: 'user' | 'agent' | 'environment';
}

export function newEvent(content: EventContent, parentId?: string): AgentEvent {
  const parent = parentId === undefined ? {} : { parent_id: parentId };
  return { id: randomUUID(), timestamp: naiveMicroseconds(), ...parent, ...content };
}

export interface MessageEvent extends AgentEvent {
  readonly llm_message: Message;
}

export function isUserMessage(event: AgentEvent): event is MessageEvent {
  return event.kind === 'MessageEvent' && event.source === 'user';
}

export function isAgentMessage(event: AgentEvent): event is MessageEvent {
  return event.kind === 'MessageEvent' && event.source === 'agent';
}

/** State updates are never the parent of another event. */
export function isStateUpdate(event: AgentEvent): boolean {
  return event.kind === 'ConversationStateUpdateEvent';
}

/** Whether a stored or uploaded document is an event. */
export function isStoredEvent(document: unknown): document is AgentEvent {
  if (!isObject(document)) return false;
  const { id, kind, source, timestamp } = document;
  if (typeof id !== 'string' || typeof kind !== 'string' || typeof source !== 'string') return false;
  if (typeof timestamp !== 'string' || Number.isNaN(parseMicroseconds(timestamp))) return false;
  if (kind !== 'MessageEvent') return true;
  return isObject(document.llm_message) && isContent(document.llm_message.content);
}

/** Receives the events of one conversation, after they are stored. */
export interface Listener {
  onEvent(event: AgentEvent): void;
  /** A piece of a response. It is not stored. */
  onDelta?(event: AgentEvent): void;
  /** The conversation was deleted. */
  onEnd(): void;
}

export interface EventFilter {
  readonly kind?: string | undefined;
  readonly source?: string | undefined;
  /** Part of a message's text; case does not matter. */
  readonly body?: string | undefined;
  /** Microseconds since the epoch. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

export function filterEvents(events: readonly AgentEvent[], filter: EventFilter): readonly AgentEvent[] {
  const body = filter.body?.toLowerCase();
  return events.filter((event) => {
    if (filter.kind !== undefined && event.kind !== filter.kind) return false;
    if (filter.source !== undefined && event.source !== filter.source) return false;
    if (body !== undefined && !hasWords(event, body)) return false;
    const time = parseMicroseconds(event.timestamp);
    return (filter.from === undefined || time >= filter.from) && (filter.before === undefined || time < filter.before);
  });
}

function hasWords(event: AgentEvent, wanted: string): boolean {
  if (!isUserMessage(event) && !isAgentMessage(event)) return false;
  return textOf(event.llm_message).toLowerCase().includes(wanted);
}
