import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type AgentAnswer, agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import type { AgentAccess } from './agent-workspace.ts';
import { failureOf, readAnswer } from './failed-answer.ts';

/** How often to look for a message whose delivery has no known result, and the pause in between, in milliseconds. */
const LOOKS = 4;
const BETWEEN = 1_000;

/** A new conversation has few events of its user: its first message, or none. */
const MOST = 50;

const Payload = z.object({
  conversation_id: z.string(),
  initial_message: z.object({ role: z.string(), content: z.array(z.unknown()) }).optional(),
});
const Events = z.object({ items: z.array(z.object({ kind: z.string() })) });

/**
 * Sends the first message to a conversation that exists without it. An agent server stores a conversation before it
 * sends the first message in it: when it then fails, such as for a tool server that does not answer, the next try finds
 * the conversation and the message would be lost silently.
 *
 * @throws StartFailedError when the agent server refuses the message; AgentFailedError when it fails.
 */
export async function sayWhatWasNotSaid(
  agent: AgentAccess,
  payload: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<void> {
  const { data } = Payload.safeParse(payload);
  if (!data?.initial_message) return;
  const events = `/api/conversations/${data.conversation_id}/events`;
  for (let look = 1; look <= LOOKS; look += 1) {
    if (await wasSaid(agent, events, signal)) return;
    // An earlier try may still be running: a message that is sent twice is answered twice.
    if (look < LOOKS) await pause(BETWEEN, undefined, { signal });
  }
  const message = { ...data.initial_message, run: true };
  const answer = await call(
    agent,
    events,
    { method: 'POST', body: JSON.stringify(message) },
    agentTimeouts.firstMessage,
    signal,
  );
  if (answer.ok) return;
  throw failureOf(
    answer,
    `The conversation is there, but the agent server answered ${answer.status} to its first message. A tool server (MCP) that cannot be reached is a likely cause.`,
    'Change the message to what it says, and start again.',
  );
}

async function wasSaid(agent: AgentAccess, events: string, signal: AbortSignal): Promise<boolean> {
  const answer = await call(
    agent,
    `${events}/search?source=user&limit=${MOST}`,
    {},
    agentTimeouts.readMessages,
    signal,
  );
  if (!answer.ok) {
    const message = `The agent server answered ${answer.status} when it was asked for the first message.`;
    throw failureOf(answer, message, 'Start again in a new sandbox.');
  }
  return readAnswer(Events, answer, 'a search of events').items.some(({ kind }) => kind === 'MessageEvent');
}

function call(
  { url, sessionKey }: AgentAccess,
  path: string,
  request: { readonly method?: 'POST'; readonly body?: string },
  timeout: number,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  return callAgent(`${url}${path}`, {
    ...request,
    headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
}
