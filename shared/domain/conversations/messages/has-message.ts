import * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { askAgent, jsonOf } from '../agent/ask-agent.ts';
import type { Agent } from '../agent/reach-agent.ts';
import type { MessageContent, PendingMessage } from './pending-message.ts';

/** How many of the newest messages are compared: a queue holds fewer. */
const LOOKED_AT = 30;

/** How far the clock of a sandbox may be from ours, in milliseconds. */
const CLOCK_SKEW = 30_000;

const Found = z.object({
  items: z.array(
    z.object({
      timestamp: z.string(),
      llm_message: z.object({ content: z.array(z.record(z.string(), z.unknown())) }),
    }),
  ),
});

/** Whether the agent has a message whose delivery had no known result. @throws AppError */
export async function hasMessage(
  agent: Agent,
  { content, sent_at: sentAt }: Pick<PendingMessage, 'content' | 'sent_at'>,
): Promise<boolean> {
  if (sentAt === null) return false;
  const query = { kind: 'MessageEvent', source: 'user', sort_order: 'TIMESTAMP_DESC', limit: String(LOOKED_AT) };
  const answer = await askAgent(agent, { path: `${agent.path}/events/search`, query });
  const since = Date.parse(sentAt) - CLOCK_SKEW;
  const wanted = essence(content);
  return Found.parse(jsonOf(answer)).items.some(
    ({ timestamp, llm_message: message }) =>
      timeOf(timestamp) >= since && essence(contentSchema.safeParse(message.content.map(known)).data ?? []) === wanted,
  );
}

const contentSchema = SendMessageRequest.shape.content.unwrap();

/** Agents add fields of their own to the parts of a message. */
function known({ type, text, image_urls: urls }: Record<string, unknown>): Record<string, unknown> {
  return type === 'image' ? { type, image_urls: urls } : { type, text };
}

/** The content of a message without its metadata. */
function essence(content: MessageContent): string {
  return JSON.stringify(content.map((part) => (part.type === 'text' ? part.text : part.image_urls)));
}

/** Agent servers print the time of their machine, UTC in a sandbox, without saying so. */
function timeOf(text: string): number {
  return Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
}
