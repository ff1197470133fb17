import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { agentEventBounds } from '../../../contract/shapes/json-bounds.ts';
import { agentConversationId, type Conversation } from '../record/conversation.ts';

/** An event of an agent server. The service stores it unchanged and reads only these fields. */
export interface AgentEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Identifies the history of a conversation. */
export interface EventLog {
  readonly ownerId: string;
  readonly agentConversationId: string;
  /** When the conversation was created: an id can be reused after a deletion. */
  readonly createdAt: string;
}

/** Parts of a message that the agent is still writing. Its history contains only the whole message. */
const TRANSIENT = new Set(['StreamingDeltaEvent']);

/** Whether the agent's history contains the event. It does not contain the full state sent to each new listener. */
export function isInAgentLog(event: AgentEvent): boolean {
  return !(event.kind === 'ConversationStateUpdateEvent' && event.key === 'full_state');
}

/** Whether the event is stored. The count must equal the agent's, as user interfaces wait for that number. */
export function isStored(event: AgentEvent): boolean {
  return !isTransient(event) && isInAgentLog(event);
}

/** Whether later events repeat the content of this one. */
export function isTransient(event: AgentEvent): boolean {
  return TRANSIENT.has(event.kind);
}

/** The time of an event, in UTC with microseconds. */
export function timeOf(event: AgentEvent): string {
  const time = agentTime(event.timestamp);
  if (time === undefined) throw new Error(`event ${event.id} has an invalid time`);
  return time;
}

/** The first event of each id. */
export function distinct(events: readonly AgentEvent[]): AgentEvent[] {
  const byId = new Map<string, AgentEvent>();
  for (const event of events) if (!byId.has(event.id)) byId.set(event.id, event);
  return [...byId.values()];
}

export function logOf(conversation: Conversation): EventLog {
  const { owner_id: ownerId, created_at: createdAt } = conversation;
  return { ownerId, agentConversationId: agentConversationId(conversation), createdAt };
}

/** Limits of a conversation's history. */
export const eventLimits = {
  /** Size of one event as JSON without its pictures, in bytes. The texts of a larger event are shortened. */
  eventBytes: agentEventBounds.bytes,
  /** Size of the pictures of one event, in bytes. Beyond it, the event is kept without them. */
  pictureBytes: agentEventBounds.pictureBytes,
  /** Size of the events that one request can read by their ids. */
  answerBytes: 5_000_000,
  /** Days that a deletion marker is kept, longer than any agent can still deliver events. */
  markerDays: 400,
  /** Number of events in a download or trajectory. */
  exportEvents: 10_000,
} as const;
