import { randomUUID } from 'node:crypto';
import { isObject } from '../json.ts';
import { isContent, type Message } from './message.ts';

interface EventBase {
  readonly id: string;
  /** ISO-8601 in UTC. */
  readonly timestamp: string;
}

export interface MessageEvent extends EventBase {
  readonly kind: 'MessageEvent';
  readonly source: 'user' | 'agent';
  readonly llm_message: Message;
  readonly activated_skills: readonly string[];
  readonly extended_content: readonly unknown[];
}

export interface StateUpdateEvent extends EventBase {
  readonly kind: 'ConversationStateUpdateEvent';
  readonly source: 'environment';
  readonly key: string;
  readonly value: unknown;
}

export interface PauseEvent extends EventBase {
  readonly kind: 'PauseEvent';
  readonly source: 'user';
}

export interface AgentErrorEvent extends EventBase {
  readonly kind: 'AgentErrorEvent';
  readonly source: 'agent';
  readonly tool_name: string;
  readonly tool_call_id: string;
  readonly error: string;
}

/** `ServerErrorEvent` goes to one client and is never stored; the other ends a run. */
export interface ErrorEvent extends EventBase {
  readonly kind: 'ConversationErrorEvent' | 'ServerErrorEvent';
  readonly source: 'environment';
  readonly code: string;
  readonly detail: string;
}

export type AgentEvent = MessageEvent | StateUpdateEvent | PauseEvent | AgentErrorEvent | ErrorEvent;

/** What makes one event differ from another of its kind: everything but what `newEvent` gives it. */
export type EventContent = AgentEvent extends infer E
  ? E extends EventBase
    ? Omit<E, keyof EventBase>
    : never
  : never;

/** @param notBefore in milliseconds: the clock may be set back, but the times of a conversation must not run backwards. */
export function newEvent(content: EventContent, notBefore = 0): AgentEvent {
  const timestamp = new Date(Math.max(Date.now(), notBefore)).toISOString();
  return { id: randomUUID(), timestamp, ...content };
}

export function messageEvent(source: 'user' | 'agent', message: Message): EventContent {
  return { kind: 'MessageEvent', source, llm_message: message, activated_skills: [], extended_content: [] };
}

export function stateUpdate(key: string, value: unknown): EventContent {
  return { kind: 'ConversationStateUpdateEvent', source: 'environment', key, value };
}

export function isUserMessage(event: AgentEvent): event is MessageEvent {
  return event.kind === 'MessageEvent' && event.source === 'user';
}

export function isAgentMessage(event: AgentEvent): event is MessageEvent {
  return event.kind === 'MessageEvent' && event.source === 'agent';
}

const sources: Readonly<Record<AgentEvent['kind'], readonly string[]>> = {
  MessageEvent: ['user', 'agent'],
  ConversationStateUpdateEvent: ['environment'],
  PauseEvent: ['user'],
  AgentErrorEvent: ['agent'],
  ConversationErrorEvent: ['environment'],
  ServerErrorEvent: ['environment'],
};

/** Whether a stored document is an event that this server wrote. */
export function isStoredEvent(document: unknown): document is AgentEvent {
  if (!isObject(document) || typeof document.id !== 'string' || typeof document.kind !== 'string') return false;
  if (typeof document.timestamp !== 'string' || Number.isNaN(Date.parse(document.timestamp))) return false;
  const allowed = new Map(Object.entries(sources)).get(document.kind);
  if (!allowed?.includes(String(document.source))) return false;
  if (document.kind !== 'MessageEvent') return true;
  return isObject(document.llm_message) && isContent(document.llm_message.content);
}
