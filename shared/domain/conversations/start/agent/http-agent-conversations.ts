import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { log } from '../../../../platform/log.ts';
import { type AgentAnswer, agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import { StartFailedError } from '../task/start-failed.ts';
import { failureOf, readAnswer, versionProblem } from './failed-answer.ts';
import type { AgentAccess, AgentConversations } from './start-context.ts';

const Hooks = z.object({ hook_config: z.record(z.string(), z.unknown()).nullish() });
const Skills = z.object({ skills: z.array(z.object({ name: z.string() })) });

export class HttpAgentConversations implements AgentConversations {
  async create(agent: AgentAccess, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> {
    const answer = await post(agent, '/api/conversations', payload, agentTimeouts.createConversation, signal);
    if (answer.status === 200) return sayWhatWasNotSaid(agent, payload, signal);
    if (answer.ok) return;
    const message = `The agent server returned ${answer.status} when the conversation was started.`;
    const failure = failureOf(answer, message, 'Correct the request and start again.');
    const version = mayBeOfVersion(answer) ? await versionProblem(agent, signal) : undefined;
    if (version === undefined) throw failure;
    throw new StartFailedError(`${message} ${version}`, failure.quotation);
  }

  async hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    const answer = await post(agent, '/api/hooks', { project_dir: directory }, agentTimeouts.readProject, signal);
    return answer.ok ? (Hooks.parse(JSON.parse(answer.text)).hook_config ?? null) : unread('/api/hooks', answer, null);
  }

  async skillsOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<readonly string[]> {
    const request = {
      load_public: false,
      load_user: false,
      load_org: false,
      load_project: true,
      project_dir: directory,
    };
    const answer = await post(agent, '/api/skills', request, agentTimeouts.readProject, signal);
    if (!answer.ok) return unread('/api/skills', answer, []);
    return Skills.parse(JSON.parse(answer.text)).skills.map(({ name }) => name);
  }
}

/** An agent server that cannot read a project's files can still work in it. */
function unread<T>(path: string, { status }: AgentAnswer, nothing: T): T {
  log.warn("agent server could not read the project's files", { path, status });
  return nothing;
}

/** Whether another release may have answered otherwise. An agent that is busy says nothing about its release. */
function mayBeOfVersion({ status }: AgentAnswer): boolean {
  return status === 500 || (status >= 400 && status < 500 && status !== 429);
}

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
async function sayWhatWasNotSaid(
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
  const answer = await post(agent, events, message, agentTimeouts.firstMessage, signal);
  if (answer.ok) return;
  throw failureOf(
    answer,
    `The conversation exists, but the agent server returned ${answer.status} to its first message. A tool server (MCP) that cannot be reached is a likely cause.`,
    'Correct the message and start again.',
  );
}

async function wasSaid(agent: AgentAccess, events: string, signal: AbortSignal): Promise<boolean> {
  const path = `${events}/search?source=user&limit=${MOST}`;
  const answer = await call(agent, path, {}, agentTimeouts.readMessages, signal);
  if (!answer.ok) {
    const message = `The agent server returned ${answer.status} when it was asked for the first message.`;
    throw failureOf(answer, message, 'Start again in a new sandbox.');
  }
  return readAnswer(Events, answer, 'a search of events').items.some(({ kind }) => kind === 'MessageEvent');
}

function post(agent: AgentAccess, path: string, body: unknown, timeout: number, signal: AbortSignal) {
  return call(agent, path, { method: 'POST', body: JSON.stringify(body) }, timeout, signal);
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
