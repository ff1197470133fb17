import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../json.ts';
import { naiveMicroseconds, parseMicroseconds } from '../timestamps.ts';
import { isContent, type Message } from './message.ts';

/** Something that happened in a conversation. What a kind has besides stands in `event-contents.ts`; events of a recording may be of any kind. */
export interface AgentEvent extends JsonObject {
  readonly kind: string;
  readonly id: string;
  /** ISO-8601 in UTC without a zone, with microseconds. */
  readonly timestamp: string;
  readonly source: string;
  /** The event that this one follows. */
  readonly parent_id?: string;
}

/** An event before it happens: everything but what `newEvent` gives it. */
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

/** State updates tell how a conversation stands and are no part of its story: nothing follows them. */
export function isStateUpdate(event: AgentEvent): boolean {
  return event.kind === 'ConversationStateUpdateEvent';
}

/** Whether a stored document is an event, written by this server or put there by somebody who has the files of a recording. */
export function isStoredEvent(document: unknown): document is AgentEvent {
  if (!isObject(document)) return false;
  const { id, kind, source, timestamp } = document;
  if (typeof id !== 'string' || typeof kind !== 'string' || typeof source !== 'string') return false;
  if (typeof timestamp !== 'string' || Number.isNaN(parseMicroseconds(timestamp))) return false;
  if (kind !== 'MessageEvent') return true;
  return isObject(document.llm_message) && isContent(document.llm_message.content);
}
