import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { parseAgentJson } from '../../../../platform/agent-json.ts';
import { log } from '../../../../platform/log.ts';
import { type AgentAnswer, agentTimeouts } from '../../../sandboxes/agent/agent-http.ts';
import { contentOf, EventMessage, essence } from '../../agent/message-content.ts';
import { StartFailedError } from '../task/start-failed.ts';
import { call, post } from './call-agent.ts';
import { failureOf, readAnswer, versionProblem } from './failed-answer.ts';
import type { AgentAccess, AgentConversations } from './start-context.ts';

/** The time that an agent gives its MCP servers, in seconds. */
const MCP_SECONDS = 30;

/** The result of a test of an MCP server. */
const McpTest = z.object({ ok: z.boolean(), error: z.string().optional() });
const Hooks = z.object({ hook_config: z.record(z.string(), z.unknown()).nullish() });
const Skills = z.object({ skills: z.array(z.object({ name: z.string() })) });

export class HttpAgentConversations implements AgentConversations {
  async create(
    agent: AgentAccess,
    payload: Readonly<Record<string, unknown>>,
    isRepeated: boolean,
    signal: AbortSignal,
  ): Promise<'created' | 'existing' | 'unconfirmed'> {
    const answer = await post(agent, '/api/conversations', payload, agentTimeouts.createConversation, signal);
    if (answer.status === 200) return sendMissingMessage(agent, payload, isRepeated, signal);
    if (answer.ok) return 'created';
    const message = `The agent server returned ${answer.status} when the conversation was started.`;
    const failure = failureOf(answer, message, 'Correct the request and start again.');
    const version = mayDependOnVersion(answer) ? await versionProblem(agent, signal) : undefined;
    if (version === undefined) throw failure;
    throw new StartFailedError(`${message} ${version}`, failure.quotation);
  }

  async has(agent: AgentAccess, agentConversationId: string, signal: AbortSignal): Promise<boolean> {
    const path = `/api/conversations/${agentConversationId}`;
    return (await call(agent, path, {}, agentTimeouts.readProject, signal)).ok;
  }

  async switchModel(
    agent: AgentAccess,
    agentConversationId: string,
    llm: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<void> {
    const path = `/api/conversations/${agentConversationId}/switch_llm`;
    const answer = await post(agent, path, { llm }, agentTimeouts.readProject, signal);
    if (answer.ok) return;
    const message = `The agent server returned ${answer.status} when it was given another language model.`;
    throw failureOf(answer, message, 'Start again with another model.');
  }

  async hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    const answer = await post(agent, '/api/hooks', { project_dir: directory }, agentTimeouts.readProject, signal);
    return answer.ok
      ? (Hooks.parse(parseAgentJson(answer.text)).hook_config ?? null)
      : unread('/api/hooks', answer, null);
  }

  async testServer(
    agent: AgentAccess,
    name: string,
    server: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    try {
      const request = { name, server, timeout: MCP_SECONDS };
      const answer = await post(agent, '/api/mcp/test', request, agentTimeouts.testMcpServer, signal);
      if (!answer.ok) return unread('/api/mcp/test', answer, undefined);
      const { ok, error } = McpTest.parse(parseAgentJson(answer.text));
      return ok ? undefined : (error ?? '');
    } catch (error) {
      signal.throwIfAborted();
      log.warn('agent server could not test an MCP server', { error });
      return undefined;
    }
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

/** Logs that a project's files could not be read. The agent can still work in it. */
function unread<T>(path: string, { status }: AgentAnswer, nothing: T): T {
  log.warn("agent server could not read the project's files", { path, status });
  return nothing;
}

/** Whether another version may have succeeded. A busy agent does not count. */
function mayDependOnVersion({ status }: AgentAnswer): boolean {
  return status === 500 || (status >= 400 && status < 500 && status !== 429);
}

/** Number of looks for a message whose delivery had an unknown result, and the pause between them in milliseconds. */
const LOOKS = 4;
const BETWEEN = 1_000;

/** Maximum number of user events to search. The first message is among the oldest. */
const MOST = 50;

/** The longest list of them, in bytes: they can hold pictures. */
const LONGEST = 12_000_000;

const Payload = z.object({
  conversation_id: z.string(),
  initial_message: EventMessage.extend({ role: z.string() }).optional(),
});
const Events = z.object({ items: z.array(z.object({ kind: z.string(), llm_message: EventMessage.optional() })) });

/**
 * Sends the first message to an existing conversation that lacks it. An agent server stores a conversation before its
 * first message. If it fails in between, for example because a tool server does not respond, the next attempt finds the
 * conversation, and the message would be lost.
 *
 * @throws StartFailedError when the agent server refuses the message; AgentFailedError when it fails.
 */
async function sendMissingMessage(
  agent: AgentAccess,
  payload: Readonly<Record<string, unknown>>,
  isRepeated: boolean,
  signal: AbortSignal,
): Promise<'existing' | 'unconfirmed'> {
  const { data } = Payload.safeParse(payload);
  if (!data?.initial_message) return 'existing';
  const events = `/api/conversations/${data.conversation_id}/events`;
  const looks = isRepeated ? LOOKS : 1;
  for (let look = 1; look <= looks; look += 1) {
    if (await wasSent(agent, events, data.initial_message, signal)) return 'existing';
    if (look < looks) await pause(BETWEEN, undefined, { signal });
  }
  // An earlier attempt may still be running, and the agent would reply twice.
  if (isRepeated) return 'unconfirmed';
  const message = { ...data.initial_message, run: true };
  const answer = await post(agent, events, message, agentTimeouts.firstMessage, signal);
  if (answer.ok) return 'existing';
  throw failureOf(
    answer,
    `The conversation exists, but the agent server returned ${answer.status} to its first message. A tool server (MCP) that cannot be reached is a likely cause.`,
    'Correct the message and start again.',
  );
}

async function wasSent(
  agent: AgentAccess,
  events: string,
  { content }: z.infer<typeof EventMessage>,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `${events}/search?source=user&limit=${MOST}`;
  const answer = await call(agent, path, { maxBytes: LONGEST }, agentTimeouts.readMessages, signal);
  if (!answer.ok) {
    const message = `The agent server returned ${answer.status} when it was asked for the first message.`;
    throw failureOf(answer, message, 'Start again in a new sandbox.');
  }
  const wanted = essence(contentOf({ content }));
  const { items } = readAnswer(Events, answer, 'a search of events');
  return items.some(
    ({ kind, llm_message: said }) => kind === 'MessageEvent' && said && essence(contentOf(said)) === wanted,
  );
}
