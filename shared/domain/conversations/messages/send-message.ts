import * as z from 'zod';
import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { type AgentAnswer, callAgent, EdgeRefusedError } from '../../sandboxes/agent/agent-http.ts';
import { askAgent, jsonOf, refusal } from '../../sandboxes/agent/ask-agent.ts';
import { contentOf, EventMessage, essence, type MessageContent } from '../agent/message-content.ts';
import type { Agent } from '../agent/reach-agent.ts';
import type { PendingMessage } from './pending-messages.ts';

/** Ends each call of an agent in time. */
export type Patience = () => AbortSignal;

/** What became of a message that was sent to an agent. */
export type HandOver =
  /** The agent has it. */
  | { readonly kind: 'taken' }
  /** The agent does not have it: the request did not reach it, or it could not take a message now. */
  | { readonly kind: 'not-sent' }
  /** The agent refuses the content. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The agent failed while it took the message, which it may have stored. The request is over. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** There was no response: the agent may have the message, or still get it. */
  | { readonly kind: 'unknown' };

/**
 * Sends a message. An agent does not respond while a tool is running, and then takes the message.
 *
 * @param patience ends the wait for the response
 */
export async function handOver(
  agent: Agent,
  { content, run }: Pick<PendingMessage, 'content' | 'run'>,
  patience: AbortSignal,
): Promise<HandOver> {
  let answer: AgentAnswer;
  try {
    answer = await callAgent(`${agent.url}${agent.path}/events`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': agent.sessionKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ role: 'user', content, run }),
      signal: patience,
    });
  } catch (error) {
    return { kind: provesNothingSent(error) ? 'not-sent' : 'unknown' };
  }
  if (answer.ok) return { kind: 'taken' };
  const { message: reason } = refusal(answer, agent);
  if (CONTENT_REFUSED.has(answer.status)) return { kind: 'refused', reason };
  // An agent server that has too many runs stores the message before it responds with 429.
  return answer.status >= 500 || answer.status === 429 ? { kind: 'failed', reason } : { kind: 'not-sent' };
}

const CONTENT_REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Whether there was no connection to the agent, or the edge refused the request. */
function provesNothingSent(error: unknown): boolean {
  if (error instanceof EdgeRefusedError) return error.isOfEdge;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return causes.every((cause) => cause instanceof Error && 'syscall' in cause && BEFORE.has(cause.syscall));
}

/** System calls before a connection exists. */
const BEFORE: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** A user's message among the events of an agent. */
const UserMessage = z.object({
  id: z.string(),
  timestamp: z.string(),
  llm_message: EventMessage,
});
export type UserMessage = z.infer<typeof UserMessage>;

const Found = z.object({ items: z.array(UserMessage), next_page_id: z.string().nullish() });

/** User messages that are compared. Programs that talk to the agent itself can have sent some of them. */
const LOOKED_AT = 20;

/** A message with pictures can be large. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The kind of a message, by its full name: agent server 1.43.1 finds nothing by the short one. */
export const MESSAGE_KIND = 'openhands.sdk.event.llm_convertible.message.MessageEvent';

/** The newest user messages of an agent, newest first, one at a time. @throws AppError as `askAgent` */
export async function* userMessages(agent: Agent, patience: Patience): AsyncGenerator<UserMessage, void> {
  let page_id: string | undefined;
  for (let count = 0; count < LOOKED_AT; count += 1) {
    const query = { kind: MESSAGE_KIND, source: 'user', sort_order: 'TIMESTAMP_DESC', limit: '1', page_id };
    const path = `${agent.path}/events/search`;
    const answer = await askAgent(agent, { path, query, signal: patience(), maxBytes: MAX_BYTES });
    const { items, next_page_id: next } = Found.parse(jsonOf(answer));
    yield* items;
    if (!next) return;
    page_id = next;
  }
}

/** Whether an agent has a message, among those before which `isEarlier` holds. @throws AppError as `askAgent` */
export async function hasMessage(
  agent: Agent,
  content: MessageContent,
  isEarlier: (message: UserMessage) => boolean,
  patience: Patience,
): Promise<boolean> {
  const wanted = essence(content);
  for await (const message of userMessages(agent, patience)) {
    if (isEarlier(message)) return false;
    if (essence(contentOf(message.llm_message)) === wanted) return true;
  }
  return false;
}

/** Whether an agent is at rest, so that it would have taken every message that reached it. */
export async function isAtRest(agent: Agent, patience: Patience): Promise<boolean> {
  const { data } = Status.safeParse(jsonOf(await askAgent(agent, { path: agent.path, signal: patience() })));
  return data !== undefined && data.execution_status !== 'running';
}

const Status = z.object({ execution_status: z.string() });

/** Maximum difference between the clocks of a sandbox and the service, in milliseconds. */
const CLOCK_SKEW = 30_000;

/** Whether a message was written before a time. */
export function isBefore(time: string, { timestamp }: UserMessage): boolean {
  return Date.parse(agentTime(timestamp) ?? '') < Date.parse(time) - CLOCK_SKEW;
}
