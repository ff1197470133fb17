import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../base/json.ts';
import { naiveMicroseconds, parseMicroseconds } from '../base/timestamps.ts';
import { isContent, type Message } from './message.ts';

/** Something that happened in a conversation. Kinds are in `event-contents.ts`; recordings may have others. */
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

/** Whether a stored document is an event, written by this server or uploaded with the files of a recording. */
export function isStoredEvent(document: unknown): document is AgentEvent {
  if (!isObject(document)) return false;
  const { id, kind, source, timestamp } = document;
  if (typeof id !== 'string' || typeof kind !== 'string' || typeof source !== 'string') return false;
  if (typeof timestamp !== 'string' || Number.isNaN(parseMicroseconds(timestamp))) return false;
  if (kind !== 'MessageEvent') return true;
  return isObject(document.llm_message) && isContent(document.llm_message.content);
}

/** Receives the events of one conversation, each after it is durable. */
export interface Listener {
  onEvent(event: AgentEvent): void;
  /** A piece of an answer that is being written. It is not stored, and followed only by who shows it. */
  onDelta?(event: AgentEvent): void;
  /** The conversation was deleted. */
  onEnd(): void;
}
