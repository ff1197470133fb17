import { agentTime } from '../contract/agent-time.ts';

/** An event as the agent server made it. Nothing of it is changed; these fields are what the service itself reads. */
export interface AgentEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Whose history it is: all events of one conversation, under the id by which its agent knows it. */
export interface EventLog {
  readonly ownerId: string;
  readonly agentConversationId: string;
  /** When the conversation was created. An id may be used again after a deletion, and what belongs to the conversation before must not be taken for its own. */
  readonly createdAt: string;
}

/** Pieces of an answer that the agent sends while it writes. They are no part of its own history: the whole message follows. */
const TRANSIENT = new Set(['StreamingDeltaEvent']);

/** The kinds of which the agent's history holds each event. What it makes up for each new listener only, a picture of its whole state, is not among them. */
export function isInAgentLog(event: AgentEvent): boolean {
  return !(event.kind === 'ConversationStateUpdateEvent' && event.key === 'full_state');
}

/** What a history keeps: what the agent's own does. So its count is that of the events which a new listener is sent, and interfaces wait for no more than that. */
export function isLasting(event: AgentEvent): boolean {
  return !isPassing(event) && isInAgentLog(event);
}

/** Whether it tells nothing that the events after it do not tell. */
export function isPassing(event: AgentEvent): boolean {
  return TRANSIENT.has(event.kind);
}

/** When it happened, in UTC with microseconds. */
export function timeOf(event: AgentEvent): string {
  const time = agentTime(event.timestamp);
  if (time === undefined) throw new Error(`event ${event.id} has no time that can be read`);
  return time;
}

/** Each event once: the first of those with one id. */
export function distinct(events: readonly AgentEvent[]): AgentEvent[] {
  const byId = new Map<string, AgentEvent>();
  for (const event of events) if (!byId.has(event.id)) byId.set(event.id, event);
  return [...byId.values()];
}
