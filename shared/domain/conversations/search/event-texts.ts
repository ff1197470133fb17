import { readEvent } from '../../../presentation/events/read-event.ts';
import { searchable } from '../../../presentation/searchable.ts';
import type { AgentEvent } from '../events/event.ts';

/** Kinds of events without a message, command or output. The system prompt is alike in most conversations. */
export const WORDLESS_KINDS = [
  'ConversationStateUpdateEvent',
  'SystemPromptEvent',
  'LLMCompletionLogEvent',
  'TokenEvent',
] as const;

/** Whether a message, command or output of an event contains the text. @param wanted as `searchable` returns it */
export function eventContains(event: AgentEvent, wanted: string): boolean {
  return textsOf(event).some((text) => searchable(text).includes(wanted));
}

/** The texts that people read in the event. */
function textsOf(event: AgentEvent): readonly string[] {
  const { content } = readEvent(event, event.timestamp) ?? {};
  switch (content?.type) {
    case 'message':
      return [content.text, content.thought];
    case 'action':
      return [content.text, content.thought, content.summary ?? '', ...stringsIn(content.action)];
    case 'result':
    case 'state':
      return [content.text];
    case 'error':
      return [content.title, content.detail];
    case 'note':
      return [content.title, content.text];
    case 'unknown':
    case undefined:
      return [];
  }
}

/** All texts in the arguments of a tool, such as a command, a path or the content of a file. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
