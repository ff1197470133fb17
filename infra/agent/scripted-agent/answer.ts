import { setTimeout as wait } from 'node:timers/promises';
import { isObject, type JsonObject } from '../base/json.ts';
import { type AgentEvent, isUserMessage } from '../events/event.ts';
import { imageCount, type Message, textContent, textOf } from '../events/message.ts';
import { mcpServerNames } from './mcp-servers.ts';

const longestWaitSeconds = 3600;

/** What people who expected a model need to know. */
const INTRODUCTION = [
  'This is the reference agent of the local service: it calls no model, repeats what it is told, and runs',
  '`/run COMMAND`. For a real one, install the OpenHands agent server as docs/sandbox-specs.md says, and start',
  'conversations with the sandbox spec `openhands-local`.',
].join(' ');

/**
 * The answer to user message `number`. It is deterministic and names everything that reached the agent but keys; the
 * first one says what the agent is.
 */
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

/** A message that begins with `/wait 5` is answered five seconds later, as if a model took its time. */
export async function think(message: Message, signal: AbortSignal): Promise<void> {
  const seconds = Number(/^\/wait (\d+(\.\d+)?)\b/.exec(textOf(message))?.[1] ?? 0);
  await wait(Math.min(seconds, longestWaitSeconds) * 1000, undefined, { signal });
}

export function modelOf(agent: JsonObject): string | null {
  const model = child(agent, 'llm').model;
  return typeof model === 'string' ? model : null;
}

function child(parent: JsonObject, name: string): JsonObject {
  const value = parent[name];
  return isObject(value) ? value : {};
}

/** How many words of the latest message an answer repeats. */
const WORDS = 6;

/**
 * An answer to a question beside the conversation, which does not become part of it: what was spoken of last. It is
 * empty where that begins with `/untitled`, as of a model that finds no words.
 */
export function answerAside(question: string, events: readonly AgentEvent[]): string {
  const last = events.findLast(isUserMessage);
  if (last && textOf(last.llm_message).startsWith('/untitled')) return '';
  const words = (last ? textOf(last.llm_message) : question).trim().split(/\s+/).slice(0, WORDS);
  return `About: ${words.join(' ')}`;
}
