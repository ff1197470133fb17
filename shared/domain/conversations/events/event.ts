import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { agentEventBounds } from '../../../contract/shapes/json-bounds.ts';
import { agentConversationId, type Conversation } from '../record/conversation.ts';

/** An event as the agent server made it. The service stores it unchanged, and reads only these fields. */
export interface AgentEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Identifies a history: all events of one conversation, under its id on the agent. */
export interface EventLog {
  readonly ownerId: string;
  readonly agentConversationId: string;
  /** When the conversation was created: an id may be reused after a deletion. */
  readonly createdAt: string;
}

/** Pieces of an answer while the agent writes it; its history has only the whole message. */
const TRANSIENT = new Set(['StreamingDeltaEvent']);

/** Whether the agent's history has the event: not the state that it creates for each new listener. */
export function isInAgentLog(event: AgentEvent): boolean {
  return !(event.kind === 'ConversationStateUpdateEvent' && event.key === 'full_state');
}

/** Whether a history keeps the event. Its count equals the agent's, as interfaces wait for that many. */
export function isLasting(event: AgentEvent): boolean {
  return !isPassing(event) && isInAgentLog(event);
}

/** Whether later events contain everything that this one does. */
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

/** The history of a conversation. */
export function logOf(conversation: Conversation): EventLog {
  const { owner_id: ownerId, created_at: createdAt } = conversation;
  return { ownerId, agentConversationId: agentConversationId(conversation), createdAt };
}

/** Limits of a conversation's history and of one response from it. */
export const eventLimits = {
  /** How long one event may be, as JSON in bytes. Of a longer one the long texts are shortened. */
  eventBytes: agentEventBounds.bytes,
  /** How long the events of one answer may be: Lambda answers 6 MB, and JSON in JSON may double. */
  answerBytes: 2_500_000,
  /** Days that a deletion marker stays: longer than any agent may still deliver events. */
  markerDays: 400,
  /** How many events a download or a trajectory may hold. */
  exportEvents: 10_000,
} as const;
