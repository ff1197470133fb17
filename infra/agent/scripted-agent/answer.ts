import { setTimeout as wait } from 'node:timers/promises';
import { isObject, type JsonObject } from '../base/json.ts';
import { type AgentEvent, type EventContent, isUserMessage } from '../events/event.ts';
import { systemPrompt } from '../events/event-contents.ts';
import { imageCount, type Message, textContent, textOf } from '../events/message.ts';
import { HttpError } from '../http/http-error.ts';
import { mcpServerNames } from './mcp-servers.ts';

const longestWaitSeconds = 3600;

/** Tells people who expect a model what this agent is. */
const INTRODUCTION = [
  'This is the reference agent of the local service. It calls no model, repeats each message, and runs',
  '`/run COMMAND`. For a real agent, choose "Use the OpenHands agent" in the console, or start the service with',
  '`npm start -- --agent openhands`.',
].join(' ');

/** The deterministic response to user message `number`: all input of the agent except keys. */
export function composeAnswer(message: Message, number: number, agent: JsonObject): Message {
  const llm = child(agent, 'llm');
  const servers = mcpServerNames(agent.mcp_config);
  const instructions = child(agent, 'agent_context').system_message_suffix;
  const lines = [
    `You said: ${textOf(message)}`,
    `Message: ${number}`,
    `Images: ${imageCount(message)}`,
    `Model: ${modelOf(agent) ?? 'none'} (${llm.api_key ? 'with' : 'without'} an API key)`,
    `MCP servers: ${servers.join(', ') || 'none'}`,
    `Instructions: ${typeof instructions === 'string' && instructions !== '' ? instructions : 'none'}`,
  ];
  if (number === 1) lines.push('', INTRODUCTION);
  return { role: 'assistant', content: [textContent(lines.join('\n'))] };
}

/** Delays the response to `/wait 5` by five seconds, like a slow model. */
export async function think(message: Message, signal: AbortSignal): Promise<void> {
  const seconds = Number(/^\/wait (\d+(\.\d+)?)\b/.exec(textOf(message))?.[1] ?? 0);
  await wait(Math.min(seconds, longestWaitSeconds) * 1000, undefined, { signal });
}

export function modelOf(agent: JsonObject): string | null {
  const model = child(agent, 'llm').model;
  return typeof model === 'string' ? model : null;
}

export function keyOf(agent: JsonObject): string | undefined {
  const key = child(agent, 'llm').api_key;
  return typeof key === 'string' ? key : undefined;
}

function child(parent: JsonObject, name: string): JsonObject {
  const value = parent[name];
  return isObject(value) ? value : {};
}

/** How many words of the latest message a response repeats. */
const WORDS = 6;

/**
 * The response to a question that does not become part of the conversation: the topic of its last message. After
 * `/untitled` it is empty, as if a model failed to respond.
 */
export function answerAside(question: string, events: readonly AgentEvent[]): string {
  const last = events.findLast(isUserMessage);
  if (last && textOf(last.llm_message).startsWith('/untitled')) return '';
  const words = (last ? textOf(last.llm_message) : question).trim().split(/\s+/).slice(0, WORDS);
  return `About: ${words.join(' ')}`;
}

/** The system prompt must be among these first events. */
const window = 3;

/** The system prompt of a conversation without one. @throws HttpError 500 when its events begin with a message */
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
    names.length === 0 ? undefined : ['Environment variables that commands can use:', ...names].join('\n');
  return systemPrompt(`You are the reference agent. You repeat each message.${suffix}`, dynamic);
}
