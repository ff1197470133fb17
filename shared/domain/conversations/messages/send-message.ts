import * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { AppError } from '../../../platform/errors.ts';
import { askAgent, jsonOf } from '../agent/ask-agent.ts';
import type { Agent } from '../agent/reach-agent.ts';
import type { MessageContent, PendingMessage } from './pending-messages.ts';

/** Sends a user's message. @throws AppError as `askAgent`; after a timeout the agent may have received it */
export async function sendMessage(agent: Agent, content: MessageContent, run: boolean): Promise<void> {
  await askAgent(agent, { method: 'POST', path: `${agent.path}/events`, json: { role: 'user', content, run } });
}

/**
 * Sends a message while a client waits, with the errors of the public API.
 *
 * @param triedAt the time of an earlier attempt with unknown result: the agent is then asked first
 * @throws AppError `conflict` when the agent does not have the conversation yet, `bad_gateway` when the agent failed or
 * did not respond in time.
 */
export async function sayNow(
  agent: Agent,
  content: MessageContent,
  run: boolean,
  triedAt: string | null,
): Promise<void> {
  try {
    if (await hasMessage(agent, { content, sent_at: triedAt })) return;
    await sendMessage(agent, content, run);
  } catch (error) {
    throw error instanceof AppError ? failureOf(error, agent) : error;
  }
}

function failureOf(error: AppError, { conversation: { conversation_id: id } }: Agent): AppError {
  switch (error.code) {
    case 'not_found':
      return new AppError(
        'conflict',
        `The agent does not have conversation ${id} yet. While it starts, queue the message with POST /api/v1/conversations/${id}/pending-messages.`,
        { extensions: { retry_after_seconds: 3 } },
      );
    case 'gateway_timeout':
      return new AppError(
        'bad_gateway',
        `${error.message.replace(/\.$/, '')}. It may have received the message: check before you send it again.`,
      );
    case 'malformed_request':
    case 'conflict':
      return new AppError('bad_gateway', error.message);
    default:
      return error;
  }
}

/** Number of newest messages that are compared, more than a queue can hold. */
const LOOKED_AT = 30;

/** Maximum difference between the clocks of a sandbox and the service, in milliseconds. */
const CLOCK_SKEW = 30_000;

const Found = z.object({
  items: z.array(
    z.object({
      timestamp: z.string(),
      llm_message: z.object({ content: z.array(z.record(z.string(), z.unknown())) }),
    }),
  ),
});

/** Whether the agent has a message whose delivery had an unknown result. @throws AppError as `askAgent` */
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

/** The known fields of a part. Agents add others. */
function known({ type, text, image_urls: urls }: Record<string, unknown>): Record<string, unknown> {
  return type === 'image' ? { type, image_urls: urls } : { type, text };
}

/** The content of a message without its metadata. */
function essence(content: MessageContent): string {
  return JSON.stringify(content.map((part) => (part.type === 'text' ? part.text : part.image_urls)));
}

/** Parses a time. Agent servers omit the time zone, which is UTC in a sandbox. */
function timeOf(text: string): number {
  return Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
}
