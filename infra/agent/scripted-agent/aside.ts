import { type AgentEvent, isUserMessage } from '../events/event.ts';
import { textOf } from '../events/message.ts';

/** How many words of the latest message an answer repeats. */
const WORDS = 6;

/** An answer to a question beside the conversation, which does not become part of it: what was spoken of last. */
export function answerAside(question: string, events: readonly AgentEvent[]): string {
  const last = events.findLast(isUserMessage);
  const words = (last ? textOf(last.llm_message) : question).trim().split(/\s+/).slice(0, WORDS);
  return `About: ${words.join(' ')}`;
}
