import { isObject, type JsonObject } from '../base/json.ts';
import { type AgentEvent, type EventContent, isUserMessage } from '../events/event.ts';
import { systemPrompt } from '../events/event-contents.ts';
import { HttpError } from '../http/http-error.ts';

/** The system prompt must stand among these first events. */
const window = 3;

/** The prompt of a conversation without one. @throws HttpError 500 when its events begin with a message */
export function missingSystemPrompt(
  events: readonly AgentEvent[],
  agent: JsonObject,
  secrets: JsonObject,
): EventContent | undefined {
  const first = events.slice(0, window);
  if (first.some((event) => event.kind === 'SystemPromptEvent')) return undefined;
  if (first.some(isUserMessage))
    throw new HttpError(500, 'Unexpected state: user message exists before SystemPromptEvent');
  const context = isObject(agent.agent_context) ? agent.agent_context : {};
  const suffix = typeof context.system_message_suffix === 'string' ? `\n\n${context.system_message_suffix}` : '';
  const names = Object.keys(secrets).map((name) => `* **$${name}**`);
  const dynamic =
    names.length === 0 ? undefined : ['Environment variables that commands may use:', ...names].join('\n');
  return systemPrompt(`You are the reference agent. You repeat each message.${suffix}`, dynamic);
}
