import * as z from 'zod';
import { log } from '../../../platform/log.ts';
import { type AgentAnswer, callAgent } from '../../sandboxes/agent/agent-http.ts';
import { agentTimeouts } from '../../sandboxes/agent/agent-timeouts.ts';
import { AgentFailedError, StartFailedError } from '../task/start-failed.ts';
import type { AgentConversations } from './agent-conversations.ts';
import type { AgentAccess } from './agent-workspace.ts';
import { sayWhatWasNotSaid } from './first-message.ts';

/** The version whose words this service speaks. */
const VERSION = '1.43.1';

const Hooks = z.object({ hook_config: z.record(z.string(), z.unknown()).nullish() });
const Skills = z.object({ skills: z.array(z.object({ name: z.string() })) });
const ServerInfo = z.object({ version: z.string() });

export class HttpAgentConversations implements AgentConversations {
  async create(agent: AgentAccess, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> {
    const answer = await post(agent, '/api/conversations', payload, agentTimeouts.createConversation, signal);
    if (answer.status === 200) return sayWhatWasNotSaid(agent, payload, signal);
    if (answer.ok) return;
    const message = `The agent server answered ${answer.status} when the conversation was to start.`;
    const said = { text: answer.text, keep: 'beginning' } as const;
    if (answer.status === 404 && payload.agent_profile_id !== undefined)
      throw new StartFailedError(`${message} Name an agent profile that the sandbox has, or none.`, said);
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw new StartFailedError(`${message} Change the request to what it says, and start again.`, said);
    if (answer.status !== 500) throw new AgentFailedError(message, said);
    const version = await versionOf(agent, signal);
    if (version === undefined || version === VERSION) throw new AgentFailedError(message, said);
    throw new StartFailedError(
      `${message} Its version is ${version}, and this service speaks to version ${VERSION}: use a sandbox spec with that version (GET /server_info of the agent server tells which one runs).`,
      said,
    );
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

function post(
  { url, sessionKey }: AgentAccess,
  path: string,
  body: unknown,
  timeout: number,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  return callAgent(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
}

/** An agent server that cannot read a project's files can still work in it. */
function unread<T>(path: string, { status }: AgentAnswer, nothing: T): T {
  log.warn("agent server could not read the project's files", { path, status });
  return nothing;
}

/** @returns undefined when the agent does not report it. */
async function versionOf({ url }: AgentAccess, signal: AbortSignal): Promise<string | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(agentTimeouts.version)]);
    const { text } = await callAgent(`${url}/server_info`, { signal: limit });
    return ServerInfo.parse(JSON.parse(text)).version;
  } catch {
    // The version only explains another failure, which is reported in any case.
    return undefined;
  }
}
