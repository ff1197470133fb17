import { type AgentEvent, isAgentMessage, isUserMessage, type MessageEvent } from '../events/event.ts';
import { outcomeOf } from './turn.ts';

export interface PendingMessage {
  readonly message: MessageEvent;
  /** Which message of the conversation it is, from 1. */
  readonly number: number;
}

/** The message to answer next, by the count of answers. @param adopted events recorded elsewhere, without answers */
export function nextMessage(events: readonly AgentEvent[], adopted: number): PendingMessage | undefined {
  const own = events.slice(adopted);
  const answers = own.filter((event) => isAgentMessage(event) || isRequestedFailure(event)).length;
  const message = own.filter(isUserMessage)[answers];
  return message && { message, number: answers + 1 };
}

/** A failure that a message asked for is its answer. */
function isRequestedFailure(event: AgentEvent): boolean {
  return event.kind === 'ConversationErrorEvent' && event.code === 'RequestedFailure';
}

/** The last action, if nothing came of it yet. */
export function lastAction(events: readonly AgentEvent[]): AgentEvent | undefined {
  const action = events.findLast((event) => event.kind === 'ActionEvent');
  return action && !outcomeOf(events, action) ? action : undefined;
}
